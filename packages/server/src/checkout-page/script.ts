/**
 * The page's script. It only makes smoother what forms and `<meta refresh>` do without it: no double submit, the state
 * of the payment without reloading, local times, and the return to the shop. Written for old browsers too.
 *
 * The page is its own status feed: it is fetched again, and its parts are swapped when `main` has another state or
 * version. Faults of the network or the server are not shown; they make the next try later, up to 30 s. Of answers that
 * overtake each other only the newest question's counts, and a question that is never answered is asked again. A page
 * that the back button brings out of memory is left for the truth of now. The fetched page's style is left out before
 * it is parsed: its nonce is another one, and browsers report it as a breach of the policy.
 */
export const script = `
(function(){
var doc=document,wait=0,turn=0,timer,going;
function main(){return doc.querySelector('main')}
function each(list,run){Array.prototype.forEach.call(list,run)}
function times(){
each(doc.querySelectorAll('time'),function(t){
var lang=doc.documentElement.lang=='en'?'en-GB':doc.documentElement.lang;
var o=t.hasAttribute('data-long')?{day:'numeric',month:'long',year:'numeric'}:{};
o.hour=o.minute='2-digit';
t.textContent=new Date(t.dateTime).toLocaleString(lang,o)})
}
function stamp(m){return m.getAttribute('data-state')+m.getAttribute('data-version')}
function arm(){
clearTimeout(timer);
var m=main(),poll=+m.getAttribute('data-poll'),go=m.getAttribute('data-go');
if(go){if(!going)going=setTimeout(function(){location.assign(go)},4000)}
else if(poll)timer=setTimeout(look,Math.max(poll,wait))
}
function look(){
clearTimeout(timer);
if(doc.hidden)return;
var mine=++turn;
timer=setTimeout(look,20000);
fetch(location.href,{cache:'no-store',credentials:'same-origin'}).then(function(r){
if(r.status>499||r.status==429)throw r;
return r.text()
}).then(function(text){
if(mine!=turn)return;
wait=0;
var fresh=new DOMParser().parseFromString(text.replace(/<style[^]*?style>/,''),'text/html'),next=fresh.querySelector('main'),old=main();
if(next&&stamp(next)!=stamp(old)){
var active=doc.activeElement;
['header','main','footer'].forEach(function(name){
var before=doc.querySelector(name),after=fresh.querySelector(name);
if(before&&after)before.replaceWith(after)
});
doc.title=fresh.title;
var field=next.querySelector('[autofocus]')||(doc.contains(active)?null:next);
if(field)field.focus();
var lead=next.querySelector('.lead');
doc.querySelector('[role=status]').textContent=next.querySelector('h1').textContent+'. '+(lead?lead.textContent:'');
times()
}
arm()
}).catch(function(){if(mine==turn){wait=Math.min(30000,Math.max(3000,wait*2));arm()}})
}
doc.addEventListener('submit',function(e){
var form=e.target;
if(form.sent)return e.preventDefault();
form.sent=1;
var buttons=form.querySelectorAll('button');
each(buttons,function(b){b.setAttribute('aria-disabled','true')});
setTimeout(function(){form.sent=0;each(buttons,function(b){b.removeAttribute('aria-disabled')})},15000)
});
doc.addEventListener('visibilitychange',function(){if(!doc.hidden&&main().hasAttribute('data-poll'))look()});
addEventListener('online',function(){wait=0;if(main().hasAttribute('data-poll'))look()});
addEventListener('pageshow',function(e){if(e.persisted)location.replace(main().getAttribute('data-self'))});
times();arm()
})()
`.trim();
