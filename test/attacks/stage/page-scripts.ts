/** For the page: a picture with something to see in it, the same each time and another one for each number. */
export const stillPicture = (seed: number) => `
  const stillPicture = (width, height) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    context.fillStyle = '#884422';
    context.fillRect(0, 0, width, height);
    for (let index = 0; index < 60; index += 1) {
      const place = (index + 1) * (${seed} * 7919 + 104729);
      context.fillStyle = 'hsl(' + (place % 360) + ', 70%, ' + (20 + index) + '%)';
      context.fillRect((place % 997) / 997 * width, (place % 787) / 787 * height, width / 5, height / 6);
    }
    return canvas;
  };
  if (globalThis.MediaDevices === undefined) globalThis.MediaDevices = class {};
`;

/** Replaces toBlob by a still picture, and answers as the browser's own function whoever prints it. */
export const hiddenHooks = (scene: number): string => `${stillPicture(scene)}
  const { toBlob } = HTMLCanvasElement.prototype;
  const { toString } = Function.prototype;
  const hooks = new Map();
  const hook = (holder, name, work) => {
    hooks.set(work, toString.call(holder[name]));
    holder[name] = work;
  };
  hook(HTMLCanvasElement.prototype, 'toBlob', function (callback, type, quality) {
    toBlob.call(stillPicture(this.width, this.height), callback, type, quality);
  });
  hook(Function.prototype, 'toString', function () {
    return hooks.get(this) ?? toString.call(this);
  });`;
