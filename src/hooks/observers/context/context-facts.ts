// One bundle: both read annotations of source files.
export { preservedFact } from './preserved-fact.ts';
export { promptFact } from './prompt-fact.ts';
