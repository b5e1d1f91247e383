/** A line of text after a key; null for a key that changes none. */
export const edited = (text: string, key: string): string | null => {
  if (key === 'backspace') return [...text].slice(0, -1).join('');
  if (key === 'ctrl+u') return '';
  if (key === 'ctrl+w') return text.replace(/\S*\s*$/, '');
  if (key === 'space') return `${text} `;
  return [...key].length === 1 ? text + key : null;
};
