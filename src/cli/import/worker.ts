import { parentPort, workerData } from 'node:worker_threads';
import { blobStore } from '../../events/blobs.ts';
import type { Envelope } from '../../events/envelope.ts';
import { nodeLogFs } from '../../events/log-fs.ts';
import { bulkRedaction } from '../../events/redact.ts';
import type { AsideData } from './encode-aside.ts';
import { encodeBatch } from './encode-batch.ts';

const { root, redactionTexts } = workerData as AsideData;
const deps = { blobs: blobStore(root, nodeLogFs), redactionTexts, ...bulkRedaction() };

parentPort?.on('message', (text: string) => {
  const lines = text.split('\n');
  parentPort?.postMessage(encodeBatch(lines, (index) => JSON.parse(lines[index] as string) as Envelope, deps));
});
