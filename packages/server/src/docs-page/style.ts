import { compact } from '../checkout-page/style.ts';

/** Colors by role, light and dark. Code has the dark background `slab` in both. */
const tokens = `
:root{color-scheme:light dark;--ink:#111827;--quiet:#4b5563;--paper:#fff;--wash:#f5f6f8;--line:#e3e6ea;--accent:#1d4ed8;
--get:#0f7a4d;--get-wash:#e8f5ee;--post:#1d4ed8;--post-wash:#e8eefc;--must:#8a5300;--bad:#b42318;
--slab:#14181f;--slab-ink:#e6e9ee;--slab-quiet:#9aa4b2;--slab-line:#2a3038;--key:#9ecbff;--text:#a5d6a7;--value:#f0b860}
@media(prefers-color-scheme:dark){:root{--ink:#f1f3f6;--quiet:#a7b0bd;--paper:#0f1216;--wash:#181c22;--line:#2a3038;--accent:#8fb4ff;
--get:#5ecf98;--get-wash:#15291f;--post:#8fb4ff;--post-wash:#17233d;--must:#f0b860;--bad:#ff8f82;
--slab:#181c22}}`;

const ground = `
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:72px}
body{background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
a{color:var(--accent);text-underline-offset:3px;text-decoration-thickness:1px}
ul,ol{padding:0;list-style:none}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
:not(pre)>code{padding:.1em .25em;border-radius:4px;background:var(--wash)}
.skip{position:absolute;left:16px;top:-80px;z-index:3;padding:12px 16px;background:var(--paper)}
.skip:focus{top:8px}`;

const frame = `
.side{display:contents}
header{position:sticky;top:0;z-index:2;display:flex;align-items:center;gap:4px 12px;min-height:56px;padding:4px 16px;background:var(--paper);border-bottom:1px solid var(--line)}
.brand{flex:1;white-space:nowrap;line-height:1.2;font-weight:700;letter-spacing:-.01em}
.brand a{color:inherit;text-decoration:none}
.brand span{display:none}
.to-contents{padding:12px 4px;font-size:.9375rem}
.languages{display:flex;align-items:center;gap:2px;min-width:0;padding:3px;border:1px solid var(--line);border-radius:10px;font-size:.8125rem}
.languages legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.languages label{display:grid;place-items:center;min-height:36px;padding:0 8px;border-radius:7px;color:var(--quiet);font-weight:600;cursor:pointer}
.languages input{position:absolute;opacity:0;pointer-events:none}
.languages label:has(:checked){background:var(--wash);color:var(--ink)}
.languages label:has(:focus-visible){outline:3px solid var(--accent)}
nav.wide{display:none}
nav h2{margin-top:20px;font-size:.8125rem;letter-spacing:.02em}
nav a{display:flex;align-items:baseline;justify-content:space-between;gap:8px;padding:5px 0;color:var(--quiet);font-size:.9375rem;line-height:1.4;text-decoration:none}
nav h2 a{color:var(--ink);font-size:inherit;font-weight:650}
nav a:hover{color:var(--accent);text-decoration:underline}
nav small{flex:none;font-size:.6875rem;font-weight:600;text-transform:uppercase;letter-spacing:.04em}
nav small:not([class]){color:var(--quiet);font-weight:400;text-transform:none;letter-spacing:0}
main{padding:24px 16px 64px}
.contents{margin-top:20px;border:1px solid var(--line);border-radius:12px}
.contents summary{padding:14px 16px;font-weight:600;cursor:pointer}
.contents nav{padding:0 16px 16px;scroll-margin-top:72px}
.contents nav a{padding:9px 0}
footer{margin-top:64px;padding-top:24px;border-top:1px solid var(--line);color:var(--quiet);font-size:.9375rem}`;

const words = `
h1{font-size:2rem;line-height:1.2;font-weight:700;letter-spacing:-.02em;text-wrap:balance}
h2,h3,h4{line-height:1.3;letter-spacing:-.01em}
.guide h2,.tag h2{font-size:1.5rem;font-weight:700}
h3{font-size:1.25rem;font-weight:650}
h4{margin-top:28px;padding-bottom:8px;border-bottom:1px solid var(--line);font-size:.9375rem;font-weight:650;letter-spacing:0}
.lead{margin-top:8px;color:var(--quiet);font-size:1.0625rem}
.guide,.tag{margin-top:56px}
.tag{padding-top:56px;border-top:1px solid var(--line)}
.guide p,.guide ul,.guide ol,.told>p,.told>ul,.told>ol{margin-top:12px}
.guide li,.told>ul:not([class])>li,.told>ol>li{position:relative;margin-top:6px;padding-left:22px}
.guide ul>li:before,.told>ul:not([class])>li:before{content:"";position:absolute;left:4px;top:.7em;width:6px;height:6px;border-radius:50%;background:var(--line);outline:1px solid var(--quiet);outline-offset:-1px}
ol{counter-reset:step}
ol>li:before{counter-increment:step;content:counter(step)".";position:absolute;left:0;color:var(--quiet)}
.anchor{padding:0 6px;color:var(--quiet);font-weight:400;text-decoration:none;opacity:0}
:hover>.anchor,.anchor:focus{opacity:1}
:target>.anchor{color:var(--accent);opacity:1}`;

const code = `
pre{margin-top:16px;padding:16px;border-radius:12px;background:var(--slab);color:var(--slab-ink);line-height:1.6;white-space:pre-wrap;tab-size:2}
pre i{font-style:normal}
pre .k{color:var(--key)}
pre .s{color:var(--text)}
pre .n{color:var(--value)}
pre .c{color:var(--slab-quiet)}
.panel{margin-top:20px;border-radius:12px;background:var(--slab);color:var(--slab-ink);overflow:hidden}
.panel pre{margin:0;padding:14px 16px 18px;font-size:.9375rem}
figcaption{display:flex;gap:4px;padding:4px 16px;border-bottom:1px solid var(--slab-line);color:var(--slab-quiet);font-size:.8125rem;font-weight:600}
figcaption>*{padding:8px 0}
figcaption label{margin-left:-8px;padding:8px;cursor:pointer}
.curl label:first-child,.ts label:last-child{color:var(--slab-ink);box-shadow:0 2px var(--key)}
@supports selector(:has(*)){:root:has(#in-curl:checked) .ts,:root:has(#in-ts:checked) .curl:has(+.ts){display:none}}`;

const operations = `
.operation{margin-top:40px;padding-top:40px;border-top:1px solid var(--line)}
.tag+.operation{margin-top:32px}
.address{line-height:2}
.address code{padding:0;background:none;font-size:.9375rem;font-weight:600}
.address i{color:var(--must);font-style:normal}
.address b{padding:3px 8px;border-radius:6px;font-size:.75rem;letter-spacing:.04em}
.address *+small{margin-left:8px}
.address small{color:var(--quiet);font-size:.8125rem}
b.get{background:var(--get-wash)}
b.post{background:var(--post-wash)}
.get{color:var(--get)}
.post{color:var(--post)}
.told>ul.fields{margin-top:0}
.fields>li{padding:12px 0;border-bottom:1px solid var(--line)}
.fields>li:last-child{border-bottom:0}
.fields p:not(:first-child){margin-top:2px;font-size:.9375rem}
.name span{margin-right:4px;color:var(--quiet);font-size:.875rem}
.name>code{padding:0;background:none;font-size:.9375rem;font-weight:650}
.name em{font-size:.8125rem;font-style:normal;font-weight:600}
.required{color:var(--must)}
.optional{color:var(--quiet);font-weight:400}
.limit:before{content:"· "}
.fields .values{display:flex;flex-wrap:wrap;gap:6px;margin-top:6px}
.inside{margin:10px 0 0 2px;padding-left:14px;border-left:2px solid var(--line)}
.inside .fields>li:first-child{padding-top:0}
.inside .fields>li:last-child{padding-bottom:0}
.inside>p{margin-bottom:8px}
.inside>p+.fields:empty{display:none}
.status{font-weight:650}
.type{font-size:.9375rem}
.errors>li{padding:10px 0;border-bottom:1px solid var(--line)}
.errors>li code+code{font-weight:600}
.errors .status{padding:0;background:none;color:var(--bad)}
.errors p{color:var(--quiet);font-size:.9375rem}
.told>.shared{color:var(--quiet);font-size:.9375rem}`;

const tables = `
table{width:100%;margin-top:20px;border-collapse:collapse;font-size:.9375rem;line-height:1.5}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{display:block;padding:10px 0;border-top:1px solid var(--line)}
td{display:inline;padding:0}
td:nth-child(2){margin-left:8px;font-weight:600}
td:last-child{display:block;color:var(--quiet)}`;

const wide = `
@media(min-width:640px){
thead{position:static;clip-path:none}
tr{display:table-row}
th,td,td:last-child{display:table-cell;padding:8px 16px 8px 0;border-top:1px solid var(--line);text-align:left;vertical-align:top}
th,td:first-child{white-space:nowrap}
th{border:0;color:var(--quiet);font-size:.8125rem}
td:nth-child(2){margin:0;font-weight:400}
main{padding-inline:32px}
}
@media(min-width:1080px){
html{scroll-padding-top:24px}
body{display:grid;grid-template-columns:264px minmax(0,1fr);max-width:1520px;margin-inline:auto}
.side{position:sticky;top:0;display:block;height:100vh;padding-bottom:32px;overflow-y:auto;border-right:1px solid var(--line)}
header{display:block;padding:24px 24px 16px}
.brand{font-size:1.25rem}
.brand span{display:block;margin-top:2px;color:var(--quiet);font-size:.8125rem;font-weight:400;letter-spacing:0}
.to-contents,.contents{display:none}
.languages{margin-top:14px}
.languages label{flex:1}
nav.wide{display:block;padding:12px 24px;scroll-target-group:auto}
nav a:target-current{color:var(--accent)}
main{padding:40px 40px 96px}
h1{font-size:2.5rem}
:root{--shown:clamp(360px,34vw,520px)}
.guide{display:grid;grid-template-columns:minmax(0,1fr) var(--shown);grid-template-rows:repeat(12,auto) 1fr auto;column-gap:40px}
.guide>*{grid-column:1;max-width:42em}
.guide>.codes{position:sticky;top:24px;grid-area:1/2/-2/3;align-self:start;max-width:none;margin-bottom:24px}
.guide>.codes>pre:first-child{margin-top:0}
.guide>table{grid-column:1/-1;max-width:none}
.guide>table:last-child{grid-row:-2}
.operation{display:grid;grid-template-columns:minmax(0,1fr) var(--shown);gap:40px}
.told{max-width:42em}
.shown{position:sticky;top:24px;align-self:start;max-height:calc(100vh - 48px);overflow-y:auto;border-radius:12px}
.shown .panel:first-child{margin-top:0}
.panel pre{font-size:.875rem}
}`;

const print = `
@media print{
:root{color-scheme:light;--slab:#fff;--slab-ink:#000;--slab-quiet:#444;--key:#000;--text:#000;--value:#000;--slab-line:#bbb}
body{display:block;font-size:10pt}
.side,.contents,.skip,.anchor{display:none}
main{padding:0}
pre,.panel{border:1px solid #bbb}
.panel pre{border:0}
.guide,.operation{display:block}
.shown{position:static;max-height:none;overflow:visible}
:root:has(input:checked) .panel{display:block}
h2,h3,h4{break-after:avoid}
.fields>li,tr,pre{break-inside:avoid}
}`;

/** The complete style sheet of the reference. */
export const css = compact([tokens, ground, frame, words, code, operations, tables, wide, print].join(''));
