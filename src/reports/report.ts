import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { fontObjects, MONO_FONT } from './pdf-fonts.ts';
import { PAGE, type PdfPage } from './pdf-pages.ts';
import { pdfInfoString } from './pdf-text.ts';
import { createPdfWriter, type PdfWriter } from './pdf-writer.ts';
import type { ReportImage } from './report-images.ts';
import type { LayOutReport } from './report-layout.ts';
import type { ReadReportPhoto } from './report-photos.ts';
import { logoNumber, type ReportSubject } from './report-subject.ts';

const compress = promisify(deflate);

export interface ReportParts {
  layOut: LayOutReport;
  readPhoto: ReadReportPhoto;
}

/** A printable report of a submission, sent while it is created: one photo at a time is in memory. */
export function reportStream(subject: ReportSubject, parts: ReportParts): Readable {
  return Readable.from(document(subject, parts), { objectMode: false });
}

async function* document(subject: ReportSubject, { layOut, readPhoto }: ReportParts): AsyncGenerator<Buffer> {
  const { pages, fonts } = await layOut(subject);
  const pdf = createPdfWriter();
  const readImage = async (image: number): Promise<ReportImage> => {
    if (subject.logo !== null && image === logoNumber(subject)) return subject.logo;
    const photo = subject.photos[image];
    if (photo === undefined) throw new RangeError('A page shows a photo that the report does not have');
    return readPhoto(photo);
  };
  const catalog = pdf.reserve();
  const info = pdf.reserve();
  const tree = pdf.reserve();
  const fontList = pdf.reserve();
  const mono = pdf.reserve();
  const fontNumbers = fonts.map(() => pdf.reserve());
  const images = [...subject.photos, ...(subject.logo === null ? [] : [subject.logo])].map(() =>
    pdf.reserve(),
  );
  const pageNumbers = pages.map(() => pdf.reserve());

  yield pdf.header();
  yield pdf.object(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>`,
  );
  yield pdf.object(info, infoOf(subject));
  yield pdf.object(
    tree,
    `<< /Type /Pages /Kids [${pageNumbers.map(reference).join(' ')}] /Count ${pages.length} /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] >>`,
  );
  const named = fonts.map(({ name }, index) => `/${name} ${reference(fontNumbers[index] ?? 0)}`);
  yield pdf.object(fontList, `<< /Mono ${reference(mono)} ${named.join(' ')} >>`);
  yield pdf.object(mono, MONO_FONT);
  for (const [index, font] of fonts.entries()) yield* fontObjects(pdf, fontNumbers[index] ?? 0, font);
  for (const [index, page] of pages.entries()) {
    yield* pageObjects(pdf, pageNumbers[index] ?? 0, { page, tree, fontList, images });
    for (const image of page.images) {
      yield imageObject(pdf, images[image] ?? 0, await readImage(image));
    }
  }
  yield pdf.end(catalog, info);
}

async function* pageObjects(
  pdf: PdfWriter,
  number: number,
  parts: { page: PdfPage; tree: number; fontList: number; images: number[] },
): AsyncGenerator<Buffer> {
  const { page, tree, fontList, images } = parts;
  const contents = pdf.reserve();
  const shown = page.images.map((image) => `/Im${image} ${reference(images[image] ?? 0)}`).join(' ');
  yield pdf.object(
    number,
    `<< /Type /Page /Parent ${tree} 0 R /Contents ${contents} 0 R /Resources << /Font ${reference(fontList)} /XObject << ${shown} >> >> >>`,
  );
  yield pdf.stream(contents, '/Filter /FlateDecode', await compress(page.commands.join('\n')));
}

/** The JPEG as it is: PDF readers decode it themselves. */
function imageObject(pdf: PdfWriter, number: number, photo: ReportImage): Buffer {
  const colors = photo.isGray ? '/DeviceGray' : '/DeviceRGB';
  const dictionary = `/Type /XObject /Subtype /Image /Width ${photo.width} /Height ${photo.height} /ColorSpace ${colors} /BitsPerComponent 8 /Filter /DCTDecode`;
  return pdf.stream(number, dictionary, photo.jpeg);
}

function infoOf({ workspaceName, request, now }: ReportSubject): string {
  const title = pdfInfoString(`Photo report ${request.unique_code}`);
  const author = pdfInfoString(workspaceName);
  const date = new Date(now).toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return `<< /Title ${title} /Author ${author} /Producer (Shutterpost) /CreationDate (D:${date}Z) >>`;
}

function reference(number: number): string {
  return `${number} 0 R`;
}
