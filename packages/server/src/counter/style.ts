/** The additions of the till to the style of the hosted page: keys for a thumb, results that are seen from afar. */
export const counter_css = `
.till{padding-bottom:12px}
.bar{display:flex;align-items:center;justify-content:space-between;gap:8px;padding-bottom:4px}
.bar .shop{padding:4px 0;min-width:0}
.bar small{display:block;color:var(--quiet);font-size:.8125rem;font-weight:400}
.till .link{justify-content:center;min-width:48px}
.bar nav{display:flex;flex:none;margin-inline-end:-8px}
main{padding-top:12px}
h2{font-size:.9375rem;line-height:1.4;font-weight:600;color:var(--quiet)}
.notice p+label{margin-top:8px}
.tick{display:flex;gap:12px;align-items:center;min-height:48px;font-weight:600}
.tick input{flex:none;width:24px;height:24px}
.names label{padding-inline-start:16px;justify-content:space-between}
.display{display:flex;align-items:baseline;gap:8px;padding:4px 16px;border:1px solid var(--edge);border-radius:12px;background:var(--paper)}
.display:focus-within{outline:3px solid var(--ink);outline-offset:-2px}
.display input{flex:1;min-width:0;width:100%;border:0;outline:0;background:none;color:inherit;font:inherit;font-size:2.125rem;line-height:1.3;font-weight:650;text-align:right}
.display input::placeholder{color:var(--edge)}
.display span{flex:none;color:var(--quiet);font-weight:600}
.keys{display:grid;grid-template-columns:repeat(3,1fr);gap:6px;margin-top:8px}
.keys button{min-height:54px;border:1px solid var(--line);border-radius:12px;background:var(--wash);color:inherit;font:inherit;font-size:1.375rem;font-weight:600;cursor:pointer;touch-action:manipulation}
.keys button:active{background:var(--line)}
.row input{display:block;width:100%;min-height:48px;margin:8px 0;padding:8px 16px;border:1px solid var(--line);border-radius:12px;background:var(--paper);color:inherit;font:inherit}
.row input::placeholder{color:var(--quiet)}
section h2{margin-top:16px}
.taken{padding:0;list-style:none}
.taken a{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 12px;min-height:56px;padding:8px 0;border-bottom:1px solid var(--line);text-decoration:none}
.taken small{flex:1 0 100%;color:var(--quiet);font-size:.8125rem}
.state{padding:2px 10px;border-radius:99px;background:var(--wash);font-size:.8125rem;font-weight:600}
.state.paid{background:var(--good-wash);color:var(--good)}
.state.failed,.state.reversed{background:var(--bad-wash);color:var(--bad)}
.state.checking,.state.held,.state.otp{background:var(--warn-wash);color:var(--warn)}
.ways-here{margin-top:12px}
.scan{text-align:center}
.scan .qr{width:200px;margin:8px auto 0}
.spoken{margin:8px auto 0;font-size:.9375rem}
.spoken .short-code{display:block;font-size:1.75rem;line-height:1.3;letter-spacing:.08em}
.ask{margin-top:16px;text-align:start;padding-top:12px;border-top:1px dashed var(--edge)}
.ask .field{margin-top:4px}
.ask .action{margin-top:12px}
.result{text-align:center}
.result .amount{text-align:center}
.result .what,.result .lead,.result .hint{margin-inline:auto}
.done{margin:-12px -20px 0;padding:24px 20px 32px;background:#0b6b43;color:#fff}
.done .badge{margin:0 auto 8px;background:#fff;color:#0b6b43}
.done h1{font-size:2.125rem}
.done .amount{font-size:2.75rem}
.done .amount small,.done .what{color:inherit}
.sound,.lost{position:fixed;z-index:2;inset:0 0 auto;width:100%;min-height:48px;padding:16px 20px;border:0;background:#b42318;color:#fff;font:inherit;font-weight:600;text-align:center}
.sound{inset:auto 0 0;padding:8px 20px;background:var(--ink);color:var(--paper);font-size:.9375rem;cursor:pointer}
.facts{margin-top:12px}
.facts div{display:flex;justify-content:space-between;gap:16px;padding:4px 0}
table{width:100%;margin-top:12px;border-collapse:collapse}
th,td{padding:8px 0;border-bottom:1px solid var(--line);text-align:end;font-weight:400;vertical-align:baseline}
th:first-child{text-align:start}
thead th{color:var(--quiet);font-size:.8125rem}
td{padding-inline-start:12px}
tfoot th,tfoot td{border-bottom:0;font-weight:650}
.signature{display:none}
.speech form{display:flex;justify-content:center;gap:4px;margin-top:24px}
.speech select{min-height:48px;padding:0 8px;border:0;background:none;color:var(--quiet);font:inherit;font-size:.8125rem}
@media(min-width:600px){.done{margin-inline:-32px}}
@media print{
body{background:#fff;color:#000}
.test,.speech,.bar nav,.screen,.lost,.sound{display:none!important}
.card{width:auto;max-width:none;margin:0;padding:0;border:0}
.signature{display:block;margin-top:64px;padding-top:4px;border-top:1px solid #000}
@page{margin:8mm}
}
@media print and (max-width:80mm){html{font-size:11px}@page{margin:2mm}td,th{padding:2px 0}}
@media(max-height:600px){.keys button{min-height:44px}}`;
