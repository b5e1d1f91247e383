const { subarray } = Uint8Array.prototype;

/**
 * The bytes from `start` up to `end`, in the same memory, as `Buffer.subarray` gives them. That one is code of Node, which a
 * process compiles at its first use; this one is the engine's.
 */
export const partOf = (bytes: Buffer, start: number, end = bytes.length): Buffer =>
  subarray.call(bytes, start, end) as Buffer;
