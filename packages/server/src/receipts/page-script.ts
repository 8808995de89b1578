import { check_script } from './check-script.ts';

/** The values in the script of one page: the service's address, the public keys by id, and the words. */
export interface PageValues {
  readonly service: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly words: object;
}

/**
 * Makes the script of the verification page, which also works in a saved copy: it checks the code itself, and then,
 * where there is a connection, sends the form, so that the service says what has happened since. Without script, or
 * in a browser without big integers, the form is sent at once.
 */
export function makePageScript(values: PageValues): string {
  // Inside a script, the only text that HTML reads is the beginning of a tag.
  const literal = JSON.stringify(values).replaceAll('<', String.raw`\u003c`);
  return `const{service,keys,words}=${literal};${page_script}`;
}

const page_script = `${check_script.trim()}
{
const form=document.forms[0],out=document.querySelector('output'),lang=document.documentElement.lang+'-u-nu-latn',
tell=(mood,...lines)=>{
out.className=mood;
out.replaceChildren(...lines.map((line,i)=>{const p=document.createElement(i?'p':'h2');p.textContent=line;return p}))
};
form.onsubmit=e=>{
e.preventDefault();
const m=check(form.code.value,keys);
if(m===null)return tell('bad',words.forged,words.forged_hint);
if(m){
const amount=Number(m[3]).toLocaleString(lang,{style:'currency',currency:m[4],minimumFractionDigits:m[3].split('.')[1]?.length||0}),when=new Date(m[5]).toLocaleString(lang,{dateStyle:'long',timeStyle:'short'});
tell(m[6]=='live'?'good':'',words.genuine.replace(/{(\\w+)}/g,(_,name)=>({amount,shop:m[7],when})[name]),m[6]=='live'?'':words.test,words.offline)
}else tell('',words.unknown_key);
fetch(service+'/verify/state').then(()=>{form.submit()},()=>0)
}
}`;
