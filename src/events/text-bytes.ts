/**
 * A text's code units, the lower half of each: bytes are looked at several times as fast as characters of a string. Another
 * character may so pass for one of ASCII; what was found is looked at again where that matters. Valid until the next call; what stands
 * behind the text's length is of others.
 */
export const bytesOf = (text: string): Uint8Array => {
  if (scratch.length < text.length) scratch = Buffer.allocUnsafeSlow(Math.max(FIRST, 2 * text.length));
  scratch.write(text, 'latin1');
  return scratch;
};

const FIRST = 16 * 1024;
let scratch = Buffer.alloc(0);
