import { createHash } from 'node:crypto';
import type { Row } from './row.ts';

/** Names lines that have no id: by what they say, and how often that was said before. */
export const namelessKeys = (): ((row: Row) => string) => {
  const times = new Map<string, number>();
  return (row) => {
    const digest = createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, LENGTH);
    const before = times.get(digest) ?? 0;
    times.set(digest, before + 1);
    return `${digest} ${before}`;
  };
};

/** 144 bits. */
const LENGTH = 24;
