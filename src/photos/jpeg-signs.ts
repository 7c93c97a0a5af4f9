/** What camera apps, galleries and editors begin their segments with. */
const SEGMENT_SIGNS = [
  'http://ns.adobe.com/',
  'XMP\0',
  'MPF\0',
  'urn:iso:std:iso:ts:21496',
  'Adobe',
  'Photoshop',
  'Ducky',
  'JFXX',
  'AVI1',
  'JP\0',
  'HDR_RI',
  '_JPSJPS_',
  'FLIR',
  'SEFH',
  'Samsung',
  'Qualcomm',
  'MTK',
  'HUAWEI',
  'Meta',
  'FPXR',
  'EPSON',
  'PIC',
  'QVCI',
].map((sign) => Buffer.from(sign, 'latin1'));

/** Programs that name themselves in a comment. */
const PROGRAMS =
  /gimp|photoshop|adobe|lavc|ffmpeg|gd-jpeg|imagemagick|graphicsmagick|irfanview|lead tech|intel\(r\)|acd ?systems|jpegmini|picasa|paint|snapseed|lightroom|canon|nikon|created with|creator|processed|file source|exif|xmp/i;

export function isForeignSegment(payload: Buffer): boolean {
  const isSigned = SEGMENT_SIGNS.some((sign) => payload.subarray(0, sign.length).equals(sign));
  return isSigned || PROGRAMS.test(payload.toString('latin1'));
}

/** Fields of EXIF that say how, where, when or with what a picture was taken or edited, as ranges of their numbers. */
const CAMERA_FIELDS: readonly (readonly [first: number, last: number])[] = [
  // Description, maker, model; position of strips; software and date; artist and computer.
  [0x010d, 0x0111],
  [0x0131, 0x0132],
  [0x013b, 0x013c],
  // A preview image.
  [0x0201, 0x0202],
  // XMP, ratings, copyright, exposure, IPTC, Photoshop.
  [0x02bc, 0x02bc],
  [0x4746, 0x4749],
  [0x8298, 0x829d],
  [0x83bb, 0x83bb],
  [0x8649, 0x8649],
  // GPS, program, sensitivity.
  [0x8822, 0x8835],
  // Dates and time zones, light, lens and flash, notes and comments, fractions of seconds, weather.
  [0x9003, 0x9012],
  [0x9201, 0x92ff],
  [0x9400, 0x9405],
  // What Windows writes.
  [0x9c9b, 0x9c9f],
  // Sound, interoperability, sensor, modes of the camera, its lens and owner.
  [0xa004, 0xa005],
  [0xa20b, 0xa302],
  [0xa401, 0xa405],
  [0xa407, 0xa4ff],
];

export function isCameraField(tag: number): boolean {
  return CAMERA_FIELDS.some(([first, last]) => tag >= first && tag <= last);
}
