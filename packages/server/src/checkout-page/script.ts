/**
 * The page's script. It only adds convenience to what forms and `<meta refresh>` do without it: it prevents double
 * submits, and adds the state of the payment without reloading, local times, the countdown, the operator guessed
 * from the number, and the return to the merchant. It also supports old browsers: a feature that a browser lacks is
 * skipped, and forms and links still do everything.
 *
 * The page is its own status feed: it is fetched again, and its parts are swapped when the state or version of
 * `main` differs. The event stream only triggers updates: while it works, the page is fetched every 15 s in case
 * the stream has died unnoticed, otherwise at the interval in `data-poll`. The stream's first message contains the
 * current state; if the page already shows it, nothing is fetched. Server errors are not shown; like network
 * errors, they delay the next request by up to 30 s, and the stream by up to 60 s. While the customer waits for an
 * outcome, a lost connection is shown at once if the browser knows of it, otherwise after 4 s without a response, until
 * there is a response again. A hidden page sends no requests, and sends
 * one immediately when it becomes visible again. A page that the back button restores from memory is loaded again.
 * The fetched page's style is removed before parsing: its nonce differs, and browsers would report it as a breach
 * of the policy.
 *
 * A choice or a code that is being typed is not replaced by the same form, because the input would be lost. Nothing
 * is sent while the browser is offline, because its own error page is a dead end.
 *
 * Times follow the server's clock (`data-now`), because phones' clocks are often wrong.
 *
 * The guess: an operator is picked when the number, international or in the local form of the picked country, begins
 * with one of its prefixes, the longest first; not while another digit could change the result. A leading 0 is dropped
 * if no prefix begins with it. An international number picks its country. Only the ways of that country are listed.
 * The picked operator stands alone, as a copy of its line in the list; `data-guess` marks a guess, also the server's.
 * Any other selection was made by the customer, and is kept. Old numbers of Benin get their missing 01
 * (kernel/phone.ts).
 *
 * If the customer ticks the box, the number and the operator are stored on the device (`localStorage`), and filled in
 * when a page asks for a number and knows none. What is stored there may be anything, so only digits that begin with
 * the calling code of an offered country are used, and only an operator that this page offers there.
 */
export const script = `
(function(){
var doc=document,late,skew=0,wait=0,pause=1000,timer,asked,going,stream,heard,again,guessed,warned,over;
function main(){return doc.querySelector('main')}
function data(name){return main().getAttribute('data-'+name)}
function each(list,run){Array.prototype.forEach.call(list,run)}
function drop(part){if(part)part.parentNode.removeChild(part)}
function offline(){return navigator.onLine===false}
function note(id,parent,next){
var words=region().getAttribute('data-'+id),p;
if(!words||doc.getElementById(id))return;
p=doc.createElement('p');
p.id=id;
p.className='problem';
p.setAttribute('role','alert');
p.textContent=words;
parent.insertBefore(p,next)
}
function lose(){if(data('poll'))note('lost',main(),main().firstChild)}
function region(){return doc.querySelector('footer~[role=status]')}
function ready(){
each(doc.querySelectorAll('time'),function(t){
var lang=(doc.documentElement.lang=='en'?'en-GB':doc.documentElement.lang)+'-u-hc-h23-nu-latn';
var o=t.hasAttribute('data-long')?{day:'numeric',month:'long',year:'numeric'}:{};
o.hour=o.minute='2-digit';
t.textContent=new Date(t.getAttribute('datetime')).toLocaleString(lang,o)});
skew=Date.parse(data('now'))-Date.now()||0;
var own=recall();
guess();
if(own&&!own.checked){own.checked=true;guessed=0;card(own,'')}
tick()
}
function tick(){
var now=Date.now()+skew,count=doc.querySelector('[data-count]'),end=doc.querySelector('[data-soon]'),left;
if(count){
left=Math.ceil((Date.parse(count.getAttribute('data-count'))-now)/1000);
if(left>0)count.textContent=count.getAttribute('data-label')+' '+Math.floor(left/60)+':'+('0'+left%60).slice(-2);
else{drop(count);look()}
}
if(end){
left=Date.parse(end.getAttribute('datetime'))-now;
doc.querySelector('footer').className=left>0&&left<=120000?'soon':'';
if(left<=120000&&!warned){warned=1;if(left>0)region().textContent+=' '+end.getAttribute('data-soon')}
if(left<=0&&!over){over=1;look()}
}
}
function live(){return data('poll')||data('events')||doc.querySelector('[data-soon]')}
function arm(){
clearTimeout(timer);
listen();
var poll=+data('poll');
if(data('go')){if(!going)going=setTimeout(function(){going=0;if(!offline())location.assign(data('go'))},5000)}
else if(poll)timer=setTimeout(look,Math.max(heard?15000:poll,wait))
}
function look(){
clearTimeout(timer);
clearTimeout(late);
if(asked)asked.abort();
if(doc.hidden)return;
var x=asked=new XMLHttpRequest();
x.open('GET',location.href);
x.timeout=20000;
late=setTimeout(lose,4000);
function retry(){wait=Math.min(30000,Math.max(3000,wait*2));timer=setTimeout(look,wait)}
x.onerror=x.ontimeout=function(){clearTimeout(late);lose();retry()};
x.onload=function(){
clearTimeout(late);
drop(doc.getElementById('lost'));
if(x.status>499||x.status==429)return retry();
wait=0;
take(x.responseText);
arm()
};
x.send()
}
function take(text){
var fresh=new DOMParser().parseFromString(text.replace(/<style[^]*?style>/g,''),'text/html'),next=fresh.querySelector('main'),old=main(),active=doc.activeElement;
function was(name){return old.getAttribute('data-'+name)}
function is(name){return next.getAttribute('data-'+name)}
if(!next||is('state')+is('version')==was('state')+was('version'))return;
var typed=was('state')=='choose'&&/choose|confirm/.test(is('state'));
if(is('state')==was('state'))each(old.querySelectorAll('input'),function(i){typed=typed||i.value!=i.defaultValue});
if(typed)return;
each(['header','main','footer'],function(name){
var before=doc.querySelector(name),after=fresh.querySelector(name);
if(before&&after)before.parentNode.replaceChild(after,before)
});
doc.title=fresh.title;
var field=next.querySelector('[autofocus]')||(doc.documentElement.contains(active)?null:next);
if(field)field.focus();
var lead=next.querySelector('.lead');
region().textContent=next.querySelector('h1').textContent+'. '+(lead?lead.textContent:'');
ready()
}
function hush(){
if(stream)stream.close();
stream=heard=0
}
function listen(){
var url=data('events');
if(!url||doc.hidden||!window.EventSource)return hush();
if(stream||again)return;
stream=new EventSource(url);
stream.addEventListener('status',function(e){
var p=JSON.parse(e.data).payment,said=p.status,kind=(p.action||p).kind,shown=data('state'),first=!heard;
heard=1;
pause=1000;
if(said=='processing')said=/otp|redirect/.test(kind)?kind:'waiting';
if(said=='failed')said='pending';
if(/unknown|held/.test(shown))shown='waiting';
if(!/otp|redirect|waiting/.test(shown))shown='pending';
if(first&&said==shown)arm();else look()
});
stream.onerror=function(){
hush();
again=setTimeout(function(){again=0;listen()},pause=Math.min(60000,pause*2));
arm()
}
}
function wake(){
wait=0;
pause=1000;
clearTimeout(again);
again=0;
arm();
if(live())look()
}
function find(number,abroad,trunk){
var best=0,most=0,open,home=list(),code=home&&home.options[home.selectedIndex].getAttribute('data-code');
each(doc.querySelectorAll('[data-starts]'),function(radio){
var starts=radio.getAttribute('data-starts').split(' '),own=starts.shift(),rests=abroad?[]:[number];
if(code&&own!=code)return;
if(number.indexOf(own)==0)rests.push(number.slice(own.length));
if(own=='229')each(rests.slice(),function(rest){rests.push('01'+rest)});
each(rests,function(rest){
if(trunk)rest=rest.replace(/^0/,'');
each(starts,function(start){
if(rest.indexOf(start)==0){
if(start.length>most){most=start.length;best=radio}
else if(start.length==most&&best!=radio)best=null
}else if(start.indexOf(rest)==0)open=1
})})});
return open?null:best
}
function list(){return doc.getElementById('country')}
function card(radio,how){
var box=doc.getElementById('guess'),copy=radio&&radio.parentNode.cloneNode(true);
box.hidden=!radio;
box.textContent='';
box.setAttribute('data-guess',how);
if(!copy)return;
drop(copy.querySelector('input'));
while(copy.firstChild)box.appendChild(copy.firstChild)
}
function store(verb,value){
try{return localStorage[verb+'Item']('guichet-number',value)||''}catch(e){}
}
function recall(){
var box=doc.getElementById('keep'),field=doc.querySelector('[name=phone]'),kept=store('get'),radio;
if(!box||!field||kept==null)return;
box.parentNode.hidden=false;
kept=/^(\\d{6,15}) (\\w*)$/.exec(kept);
if(!kept||field.value)return;
each(doc.querySelectorAll('[data-code]'),function(part){
var code=part.getAttribute('data-code');
if(kept[1].indexOf(code))return;
if(list())list().value=part.value;
field.value=kept[1].slice(code.length);
box.checked=true;
radio=doc.querySelector('[value="'+kept[2]+'"][data-starts^="'+code+'"]')
});
return radio
}
function remember(){
var box=doc.getElementById('keep'),field=doc.querySelector('[name=phone]'),picked=doc.querySelector('[name=operator]:checked'),home=list(),number,typed;
if(!box||!box.checked)return;
typed=field.value.replace(/[^\\d+]/g,'');
number=typed.replace(/^(\\+|00)/,'');
if(number==typed)number=(home?home.options[home.selectedIndex]:doc.querySelector('[data-code]')).getAttribute('data-code')+number;
store('set',number+' '+(picked?picked.value:''))
}
function guess(){
var field=doc.querySelector('[name=phone]'),picked=doc.querySelector('[name=operator]:checked'),box=doc.getElementById('guess'),home=list();
if(!field||!box)return;
var typed=field.value.replace(/[^\\d+]/g,''),number=typed.replace(/^(\\+|00)/,''),abroad=number!=typed;
if(home){
if(abroad)each(home.options,function(o){if(number.indexOf(o.getAttribute('data-code'))==0)home.value=o.value});
each(doc.querySelectorAll('[data-country]'),function(part){part.hidden=part.getAttribute('data-country')!=home.value})
}
if(box.getAttribute('data-guess'))guessed=picked;
if(picked&&picked!=guessed)return;
var best=find(number,abroad);
if(best===0)best=find(number,abroad,1);
if(best==guessed)return;
if(guessed)guessed.checked=false;
if(best)best.checked=true;
guessed=best;
card(best,best?1:'')
}
doc.addEventListener('input',function(e){if(e.target.name=='phone')guess()});
doc.addEventListener('change',function(e){
var part=e.target;
if(part.name=='country')guess();
if(part.id=='keep'&&!part.checked)store('remove');
if(part.name!='operator')return;
guessed=0;
card(part,'')
});
doc.addEventListener('submit',function(e){
var form=e.target,buttons=form.querySelectorAll('button');
drop(doc.getElementById('offline'));
if(region().hasAttribute('data-offline')&&offline()){
e.preventDefault();
return note('offline',form,form.lastElementChild)
}
if(form.sent)return e.preventDefault();
form.sent=1;
remember();
each(buttons,function(b){b.setAttribute('aria-disabled','true')});
setTimeout(function(){form.sent=0;each(buttons,function(b){b.removeAttribute('aria-disabled')})},15000)
});
doc.addEventListener('visibilitychange',function(){
if(doc.hidden){hush();clearTimeout(timer)}else wake()
});
addEventListener('offline',lose);
addEventListener('online',function(){
drop(doc.getElementById('offline'));
wake()
});
addEventListener('pagehide',hush);
addEventListener('pageshow',function(e){if(e.persisted)location.replace(location.href)});
ready();arm();setInterval(tick,1000)
})()
`.trim();
