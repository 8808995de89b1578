/** The look that both pages share. Literal colours: some browsers lack variables. */
const ground = `
*{box-sizing:border-box;margin:0}
html{color-scheme:light dark}
body{background:#f5f6f8;color:#111827;font:16px/1.45 system-ui,sans-serif;overflow-wrap:anywhere;padding:16px}
main{max-width:420px;margin:auto;padding:24px 20px;background:#fff;border:1px solid #e3e6ea;border-radius:12px}
h1{font-size:17px;line-height:1.3}
@media(prefers-color-scheme:dark){body{background:#0d0f12;color:#f1f3f6}main{background:#15181d;border-color:#2a3038}}`;

/** The look of a receipt, on the screen, on A4 and on a roll of 58 mm. */
export const receipt_css = `${ground}
.sum{font-size:32px;line-height:1.25;font-weight:650;letter-spacing:-.02em;margin-top:4px}
dl,.thanks{margin-top:12px}
.thanks{white-space:pre-line}
dl div{display:flex;justify-content:space-between;gap:16px;padding:8px 0;border-top:1px solid #e3e6ea}
dt{flex:none;max-width:45%}
dt,figure{color:#4b5563}
dd{text-align:end;font-weight:600}
.note{margin:12px 0;padding:10px 12px;border-radius:8px;font-weight:600}
.warn{background:#fdf3e1;color:#8a5300}
.bad{background:#fdeeec;color:#b42318}
a{color:inherit;display:inline-block;padding:12px 10px}
.who{margin-top:16px;padding-top:12px;border-top:1px solid #e3e6ea;text-align:center}
.who a{padding:6px}
figure{margin-top:16px;text-align:center;font-size:13px}
img{display:block;margin:0 auto 8px;width:224px;image-rendering:pixelated}
nav{margin-top:16px;text-align:center}
@media(prefers-color-scheme:dark){dl div,.who{border-color:#2a3038}dt,figure{color:#a7b0bd}}
@media print{@page{margin:4mm}body{background:#fff;padding:0}main{border:0;padding:0;background:#fff}*{color:#000!important}nav{display:none}}
@media print and (max-width:80mm){body{font-size:11px}.sum{font-size:19px}h1{font-size:13px}dl div{padding:3px 0;border-top:1px dashed #000}img{width:44mm}}`;

/** The look of the logo, for receipts that have one. */
export const logo_css = '.logo{margin:0 0 8px;width:auto;image-rendering:auto;border-radius:6px}';

/** The look of the verification page. */
export const verify_css = `${ground}
form,output{display:block;margin-top:16px}
label{font-weight:600}
textarea{width:100%;margin-top:8px;padding:12px;border:1px solid #868e9a;border-radius:8px;font:13px monospace}
button{width:100%;min-height:48px;margin-top:12px;border:0;border-radius:12px;background:#1d4ed8;color:#fff;font:inherit;font-weight:600}
output{padding:14px 16px;border-radius:12px}
output:empty{display:none}
output{background:#fdf3e1;color:#8a5300}
.good{background:#e8f5ee;color:#0f7a4d}
.bad{background:#fdeeec;color:#b42318}
h2{font-size:19px}
h1+p,h2+p{margin-top:8px}`;
