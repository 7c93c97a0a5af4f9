import { finished, type Readable, Transform } from 'node:stream';
import { type ByteRange, StorageUnavailableError } from './storage.ts';

/**
 * A file of so many bytes, or a part of it, on its way out of the storage. What fails in the middle is the storage's
 * failure, and so is more or less than there should be.
 */
export function checkedStream(source: Readable, bytes: number, range: ByteRange | undefined): Readable {
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  let left = Math.min(end, bytes - 1) - start + 1;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new StorageUnavailableError(new Error('the file is longer than was said')));
      else done(null, chunk);
    },
    flush(done) {
      done(left > 0 ? new StorageUnavailableError(new Error('the file is shorter than was said')) : null);
    },
  });
  // It may fail before anyone reads it: whoever reads it then is told.
  checked.on('error', () => {}).once('close', () => source.destroy());
  finished(source, (error) => {
    if (error) checked.destroy(new StorageUnavailableError(error));
  });
  return source.pipe(checked);
}
