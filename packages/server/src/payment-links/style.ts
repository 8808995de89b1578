/** The additions of a link's page to the style of the hosted page. */
export const link_css = `
header h1{margin-top:4px}
header .amount{margin-top:4px}
.about{white-space:pre-line;margin-bottom:8px}
.field select{display:block;width:100%;min-height:52px;margin-top:6px;padding:8px 12px;border:1px solid var(--edge);border-radius:12px;background:var(--paper);color:inherit;font:inherit;font-size:1.1875rem}
.sums{display:grid;grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:8px;margin-top:12px}
.sums .button{min-height:48px;padding:8px}
.sums .button+.button{margin:0}`;
