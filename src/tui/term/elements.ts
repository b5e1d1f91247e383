/** What views are made of; only this folder knows Ink (its next versions need a newer Node). */
export { Box, Text } from 'ink';
