/** Functions through which a picture that is no camera's could come in, and where the browser has them. */
const OWN: [name: string, holder: () => object | undefined][] = [
  ['getUserMedia', () => navigator.mediaDevices],
  ['enumerateDevices', () => navigator.mediaDevices],
  ['getSettings', () => MediaStreamTrack.prototype],
  ['getCapabilities', () => MediaStreamTrack.prototype],
  ['getVideoTracks', () => MediaStream.prototype],
  ['getContext', () => HTMLCanvasElement.prototype],
  ['toBlob', () => HTMLCanvasElement.prototype],
  ['toDataURL', () => HTMLCanvasElement.prototype],
  ['drawImage', () => CanvasRenderingContext2D.prototype],
  ['getImageData', () => CanvasRenderingContext2D.prototype],
  ['createElement', () => Document.prototype],
  ['querySelector', () => Document.prototype],
  ['createObjectURL', () => URL],
  ['arrayBuffer', () => Blob.prototype],
  ['send', () => XMLHttpRequest.prototype],
  ['setRequestHeader', () => XMLHttpRequest.prototype],
  ['stringify', () => JSON],
  ['now', () => performance],
  ['toString', () => Function.prototype],
];
const GETTERS: [name: string, holder: () => object][] = [
  ['srcObject', () => HTMLMediaElement.prototype],
  ['videoWidth', () => HTMLVideoElement.prototype],
  ['label', () => MediaStreamTrack.prototype],
  ['webdriver', () => Navigator.prototype],
  ['contentWindow', () => HTMLIFrameElement.prototype],
];

/**
 * Names of functions that are not the browser's own any more, and of a track that no camera gives. Whoever replaces a
 * function can replace this one too, so an empty list proves nothing.
 */
export function patchedFunctions(stream: MediaStream | null): string[] {
  const isOwn = nativeTest();
  const track = stream?.getVideoTracks()[0];
  const kind = Object.prototype.toString.call(track).slice(8, -1);
  return [
    ...OWN.filter(([name, holder]) => {
      const found: unknown = Reflect.get(holder() ?? {}, name);
      return found !== undefined && !isOwn(found, name);
    }).map(([name]) => name),
    ...GETTERS.filter(([name, holder]) => {
      const found = Object.getOwnPropertyDescriptor(holder(), name)?.get;
      return found !== undefined && !isOwn(found, `get ${name}`);
    }).map(([name]) => name),
    ...(track !== undefined && kind !== 'MediaStreamTrack' ? [kind] : []),
  ];
}

/** By the text of the function as an untouched window prints it: of a proxy and a bound function it lacks the name. */
function nativeTest(): (found: unknown, name: string) => boolean {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  // By its number: no script can replace that.
  const inside = window[window.length - 1] as (Window & typeof globalThis) | undefined;
  const print = inside?.Function.prototype.toString;
  frame.remove();
  return (found, name) => {
    if (print === undefined || typeof found !== 'function') return print === undefined;
    const text = print.call(found).replace(/\s+/g, ' ').trim();
    return text === `function ${name}() { [native code] }`;
  };
}
