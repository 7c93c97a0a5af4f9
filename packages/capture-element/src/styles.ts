/** The colors are those of the page in the frame. */
export const STYLES = `
:host{display:block}
:host([hidden]){display:none}
*{box-sizing:border-box}
.box{position:relative;display:flex;flex-direction:column;inline-size:100%;block-size:100%;background:#f4f6f8;color:#16202a;color-scheme:light dark;font:16px/1.4 system-ui,sans-serif}
div.box{min-block-size:min(640px,100dvh);border-radius:12px;overflow:hidden}
dialog.box{margin:auto;padding:0;border:0;inline-size:100vw;block-size:100dvh;max-inline-size:none;max-block-size:none}
dialog.box:not([open]){display:none}
@media (prefers-color-scheme:dark){.box{background:#12171c;color:#eef2f5}}
dialog::backdrop{background:rgb(0 0 0/.6)}
@media (min-width:600px){dialog.box{inline-size:min(960px,100vw - 64px);block-size:min(800px,100dvh - 64px);border-radius:16px;overflow:hidden}}
header{display:flex;justify-content:flex-end;padding:4px}
iframe{flex:1;inline-size:100%;border:0}
.out{display:flex;justify-content:center;padding:12px}
.out:first-child,header+.out{margin:auto}
[hidden]{display:none!important}
a,button{display:inline-flex;align-items:center;justify-content:center;min-inline-size:44px;min-block-size:44px;padding:0 16px;border:0;border-radius:10px;background:none;color:inherit;font:inherit;cursor:pointer}
a{border:1px solid;font-weight:600;text-decoration:none}
button{padding:0;font-size:24px}
a:focus-visible,button:focus-visible{outline:3px solid Highlight;outline-offset:-3px}
`;
