export type PdfWriter = ReturnType<typeof createPdfWriter>;

/** The objects of a PDF file, one after the other: it can be sent while it is written. */
export function createPdfWriter() {
  const offsets: (number | undefined)[] = [];
  let position = 0;

  function written(bytes: Buffer): Buffer {
    position += bytes.length;
    return bytes;
  }

  function begin(number: number): string {
    offsets[number - 1] = position;
    return `${number} 0 obj\n`;
  }

  return {
    /** The number of an object that is written later, or never. */
    reserve(): number {
      offsets.push(undefined);
      return offsets.length;
    },
    // The second line tells programs that look at the first bytes that this is no text.
    header: () => written(Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')),
    object: (number: number, dictionary: string) =>
      written(Buffer.from(`${begin(number)}${dictionary}\nendobj\n`, 'latin1')),
    stream(number: number, dictionary: string, content: Uint8Array): Buffer {
      const head = `${begin(number)}<< ${dictionary} /Length ${content.length} >>\nstream\n`;
      return written(
        Buffer.concat([Buffer.from(head, 'latin1'), content, Buffer.from('\nendstream\nendobj\n')]),
      );
    },
    /** The table of all objects; nothing comes after it. */
    end(catalog: number, info: number): Buffer {
      const entries = offsets.map((offset) =>
        offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
      );
      const count = offsets.length + 1;
      const trailer = `trailer\n<< /Size ${count} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${position}\n%%EOF\n`;
      return Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${entries.join('')}${trailer}`);
    },
  };
}
