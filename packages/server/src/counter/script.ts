/**
 * The till's script. Without it, forms and links do the same, and the page is loaded again every few seconds.
 *
 * Forms and links of the till are sent by the script, and the page is swapped in place: browsers let a page sound only
 * after somebody touched it, and forget the touch when another page is loaded.
 *
 * What is paid is said by the service alone: in the page itself, which is fetched again after every event, and in the
 * event, so that the sentence is spoken before the page has come. `states` holds the last state of each payment: a
 * sentence is spoken once, when a payment becomes paid, also if that was while the line was down. The
 * service sends a beat every 5 s. After 12 s without one, or as soon as the browser knows that it has no network, the
 * page says that it hears nothing, until the page has been fetched again. Then it also listens on a new connection: the
 * old one may be dead without knowing.
 *
 * The sentence is spoken by a voice of the page's language; two tones precede it, and stand alone where there is no
 * voice.
 */
export const counter_script = `
(function(){
var doc=document,states={},heard=Date.now(),stream,sound,asked,timer,busy,first=1;
function one(s,root){return (root||doc).querySelector(s)}
function each(list,run){Array.prototype.forEach.call(list,run)}
function main(){return one('main')}
function data(name){return main().getAttribute('data-'+name)}
function shown(part,is){if(part)part.hidden=!is}
function local(){
each(doc.querySelectorAll('time'),function(t){
var o=t.hasAttribute('data-day')?{day:'numeric',month:'long',year:'numeric'}:{};
o.hour=o.minute='2-digit';
try{t.textContent=new Date(t.getAttribute('datetime')).toLocaleString(data('lang')+'-u-hc-h23-nu-latn',o)}catch(e){}
});
}
function ready(){
local();
shown(one('.keys'),1);
shown(one('#print'),1);
shown(one('.speech button'),0);
var amount=one('#amount');
if(amount){amount.setAttribute('inputmode','none');group(amount)}
shown(one('#sound'),!sound||sound.state=='suspended');
each(doc.querySelectorAll('[data-id]'),function(p){
learn(p.getAttribute('data-id'),p.getAttribute('data-state'),p.getAttribute('data-say'))
});
first=0;
listen();
arm()
}
function isOpen(state){return /waiting|asked|otp|checking|held|failed/.test(state)}
function learn(id,state,say){
var was=states[id];
states[id]=state;
if(first||!was||was==state)return;
if(state=='paid')tell(say);
else if(state=='failed'||state=='reversed')tone([330,220])
}
function tell(say){
one('#said').textContent=say;
tone([660,880]);
if(navigator.vibrate)navigator.vibrate([120,60,240]);
var talk=window.speechSynthesis,lang=data('lang'),words,voice;
if(!talk)return;
each(talk.getVoices(),function(v){if(!voice&&v.lang.slice(0,2)==lang.slice(0,2))voice=v});
if(!voice)return;
words=new SpeechSynthesisUtterance(say);
words.lang=voice.lang;
words.voice=voice;
talk.speak(words)
}
function tone(list){
if(!sound||sound.state!='running')return;
each(list,function(pitch,i){
var at=sound.currentTime+i*.18,wave=sound.createOscillator(),gain=sound.createGain();
wave.frequency.value=pitch;
gain.gain.setValueAtTime(.4,at);
gain.gain.exponentialRampToValueAtTime(.001,at+.35);
wave.connect(gain);
gain.connect(sound.destination);
wave.start(at);
wave.stop(at+.36)
})
}
function wakeSound(){
var Sound=window.AudioContext||window.webkitAudioContext;
if(!Sound)return shown(one('#sound'),0);
if(!sound){
sound=new Sound();
sound.onstatechange=function(){shown(one('#sound'),sound.state!='running')};
if(window.speechSynthesis)speechSynthesis.getVoices()
}
if(sound.state!='running')sound.resume();
shown(one('#sound'),0)
}
function hear(){heard=Date.now();if(navigator.onLine!==false)shown(one('#lost'),0)}
function hush(){if(stream)stream.close();stream=0}
function lose(){if(data('events')){shown(one('#lost'),1);hush();arm()}}
function listen(){
var url=data('events');
if(stream&&(!url||stream.of!=mark()))hush();
if(!url||stream||!window.EventSource)return;
stream=new EventSource(url);
stream.of=mark();
stream.addEventListener('beat',function(){if(one('#lost').hidden)hear();else look()});
stream.addEventListener('payment',function(e){
var p=JSON.parse(e.data),was;
hear();
was=states[p.id];
learn(p.id,p.state,p.say);
if(was&&was!=p.state)look()
});
stream.onerror=function(){
if(stream.readyState==2){stream=0;setTimeout(listen,2000)}
}
}
function mark(){
var newest=one('[data-id]');
return data('events')+(newest&&newest.getAttribute('data-id')+isOpen(newest.getAttribute('data-state')))
}
function arm(){
clearTimeout(timer);
if(data('events'))timer=setTimeout(look,stream?15000:4000)
}
function send(method,url,body,done,failed){
var x=new XMLHttpRequest();
x.open(method,url);
x.timeout=method=='GET'?10000:40000;
if(body!=null)x.setRequestHeader('Content-Type','application/x-www-form-urlencoded');
else x.setRequestHeader('X-Guichet-Unattended','1');
x.onload=function(){
if(x.status>499||x.status==429)return failed(x);
hear();
done(x.responseText,x.responseURL||url)
};
x.onerror=x.ontimeout=function(){failed(x)};
x.send(body);
return x
}
function look(){
clearTimeout(timer);
if(busy)return arm();
if(asked)asked.abort();
asked=send('GET',location.href,null,function(text){asked=0;take(text,0);arm()},function(){asked=0;lose();arm()})
}
function key(root){var m=one('main',root);return m.getAttribute('data-state')+m.getAttribute('data-version')}
function take(text,moved){
var fresh=new DOMParser().parseFromString(text.replace(/<style[^]*?style>/g,''),'text/html'),next=one('main',fresh),typed=0;
if(!next)return location.reload();
if(!moved){
each(doc.querySelectorAll('main input'),function(i){if(i.type!='hidden'&&(i.type=='radio'?i.checked!=i.defaultChecked:i.value!=i.defaultValue||i==doc.activeElement))typed=1});
if(typed&&key(doc)==key(fresh)){
var list=one('.taken'),late=one('.taken',fresh);
if(list&&late)list.parentNode.replaceChild(late,list);
return ready()
}
}
one('#page').innerHTML=one('#page',fresh).innerHTML;
doc.title=fresh.title;
if(moved){scrollTo(0,0);(one('[autofocus]')||main()).focus()}
ready()
}
function go(method,url,body,failed){
if(busy)return;
busy=1;
if(asked){asked.abort();asked=0}
send(method,url,body,function(text,at){
busy=0;
if(at!=location.href)history.pushState(0,'',at);
take(text,1)
},function(){busy=0;lose();failed()})
}
function fields(form){
return Array.prototype.filter.call(form.elements,function(f){return f.name&&(f.type!='radio'&&f.type!='checkbox'||f.checked)}).map(function(f){
return encodeURIComponent(f.name)+'='+encodeURIComponent(f.value)
}).join('&')
}
function group(field){
var parts=field.value.replace(/[^\\d.,]/g,'').split(/[.,]/);
field.value=parts[0].replace(/^0+(?=\\d)/,'').replace(/\\B(?=(\\d{3})+$)/g,' ')+(parts.length>1?'.'+parts[1]:'')
}
doc.addEventListener('submit',function(e){
var form=e.target,button=one('button:not([data-key])',form);
if(!form.hasAttribute('data-app')||!window.XMLHttpRequest)return;
e.preventDefault();
if(busy)return;
if(button)button.setAttribute('aria-disabled','true');
go('POST',form.getAttribute('action'),fields(form),function(){
if(button)button.removeAttribute('aria-disabled');
var p=one('.unanswered',form)||doc.createElement('p');
p.className='problem unanswered';
p.setAttribute('role','alert');
p.textContent=data('unanswered');
form.insertBefore(p,form.firstChild)
})
});
doc.addEventListener('click',function(e){
var part=e.target,key,amount,link;
while(part&&part.getAttribute&&!part.hasAttribute('data-key')&&part.id!='print'&&part.nodeName!='A')part=part.parentNode;
if(!part||!part.getAttribute)return;
key=part.getAttribute('data-key');
if(key!=null){
amount=one('#amount');
amount.value=key?amount.value+key:amount.value.slice(0,-1);
group(amount)
}else if(part.id=='print')print();
else if(part.hasAttribute('data-app')&&!e.ctrlKey&&!e.metaKey&&!e.shiftKey){
e.preventDefault();
link=part.href;
go('GET',link,null,function(){})
}
});
doc.addEventListener('input',function(e){if(e.target.id=='amount')group(e.target)});
doc.addEventListener('change',function(e){if(e.target.id=='language')e.target.form.submit()});
each(['pointerdown','touchend','keydown'],function(kind){doc.addEventListener(kind,wakeSound)});
doc.addEventListener('visibilitychange',function(){if(!doc.hidden)look()});
addEventListener('popstate',function(){go('GET',location.href,null,function(){})});
addEventListener('offline',lose);
addEventListener('online',look);
addEventListener('pageshow',function(e){if(e.persisted)look()});
setInterval(function(){if(Date.now()-heard>12000&&one('#lost').hidden)lose()},1000);
ready()
})()
`.trim();
