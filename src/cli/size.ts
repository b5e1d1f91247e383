/** A number of bytes in words: `512 bytes`, `3.1 KB`, `64.0 MB`. */
export const sizeWords = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1000 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
};
