/**
 * The part of the verification page that checks a code without a connection: `check(text, keys)`, with public keys
 * by id in base64url, gives the lines of the claim, `null` for a code that is not genuine, and `undefined` for one of
 * an unknown key. It must accept exactly what `readCode` in core accepts.
 *
 * It brings its own Ed25519 (RFC 8032 section 5.1.7) and SHA-512 (FIPS 180-4): Web Crypto has Ed25519 only since
 * 2025, and a page saved on an old phone is what this is for. Constants of SHA-512 are computed from the primes
 * that they are defined by. Nothing here is secret, so it need not run in constant time. Names are short, because
 * the page has at most 6,000 bytes: `P` is the field's prime, `N` the order of the base point `G`, `D` the constant
 * of the curve, `I` a root of -1, `W` the largest word, `H` and `K` the constants of SHA-512.
 */
export const check_script = `
const check=(()=>{
const P=2n**255n-19n,N=2n**252n+27742317777372353535851937790883648493n,W=2n**64n-1n,H=[],K=[],
mod=(a,m=P)=>(a%=m)<0n?a+m:a,
pow=(b,e,r=1n)=>{for(;e;e>>=1n){if(e&1n)r=r*b%P;b=b*b%P}return r},
inv=a=>pow(mod(a),P-2n),
root=(n,k,x=0n)=>{for(let b=2n**68n;b;b>>=1n)if((x|b)**k<=n)x|=b;return x&W},
num=b=>b.reduceRight((n,x)=>n<<8n|BigInt(x),0n),
rot=(x,...by)=>by.reduce((s,n)=>s^(x>>n|x<<64n-n),0n)&W,
sha=b=>{
let m=[...b,128],h=H;
while(m.length%128!=120)m.push(0);
for(let i=7;i>=0;i--)m.push(i<3?b.length*8>>8*i&255:0);
for(let at=0;at<m.length;at+=128){
let w=[],v=h;
for(let i=0;i<80;i++){
if(i<16)w[i]=num(m.slice(at+i*8,at+i*8+8).reverse());
else{let x=w[i-15],y=w[i-2];w[i]=w[i-16]+(rot(x,1n,8n)^x>>7n)+w[i-7]+(rot(y,19n,61n)^y>>6n)&W}
let [a,b,c,d,e,f,g,k]=v,t=k+rot(e,14n,18n,41n)+(e&f^(e^W)&g)+K[i]+w[i];
v=[t+rot(a,28n,34n,39n)+(a&b^a&c^b&c)&W,a,b,c,d+t&W,e,f,g]
}
h=h.map((x,i)=>x+v[i]&W)
}
return h.flatMap(x=>[7n,6n,5n,4n,3n,2n,1n,0n].map(s=>Number(x>>8n*s&255n)))
};
for(let n=2n;K.length<80;n++){
let d=2n;
while(n%d)d++;
if(d==n){K.push(root(n<<192n,3n));if(H.length<8)H.push(root(n<<128n,2n))}
}
const D=mod(-121665n*inv(121666n)),I=pow(2n,(P-1n)/4n),
add=(p,q)=>{
let a=(p[1]-p[0])*(q[1]-q[0]),b=(p[1]+p[0])*(q[1]+q[0]),c=2n*p[3]*q[3]*D,d=2n*p[2]*q[2],e=b-a,f=mod(d-c),g=mod(d+c),h=mod(b+a);
e=mod(e);
return[mod(e*f),mod(g*h),mod(f*g),mod(e*h)]
},
times=(p,n)=>{let r=[0n,1n,1n,0n];for(;n;n>>=1n){if(n&1n)r=add(r,p);p=add(p,p)}return r},
point=b=>{
let y=num(b),odd=y>>255n,xx,x;
y&=2n**255n-1n;
xx=mod((y*y-1n)*inv(D*y*y+1n));
x=pow(xx,(P+3n)/8n);
if(mod(x*x-xx))x=mod(x*I);
if(y>=P||mod(x*x-xx)||!x&&odd)return;
if((x&1n)!=odd)x=P-x;
return[x,y,1n,mod(x*y)]
},
bytes=s=>{try{return[...atob(s.replace(/-/g,'+').replace(/_/g,'/'))].map(c=>c.charCodeAt())}catch{return[]}},
text=b=>String.fromCharCode(...b),
G=point([88,...Array(31).fill(102)]);
return(given,keys)=>{
let code=given.trim().split('code=').pop().split('&')[0],all=bytes(code),said=all.slice(0,-64),sig=all.slice(-64),R=sig.slice(0,32),S=num(sig.slice(32)),m,key,A,Q,z;
if(code.length>419||btoa(text(all)).replace(/[+]/g,'-').replace(/[/]/g,'_').replace(/=/g,'')!=code)return null;
try{m=/^guichet-receipt-1\\n([\\w-]{8})\\n([0-9A-HJKMNP-TV-Z]{10})\\n(\\d{1,15}(?:\\.\\d{1,3})?) ([A-Z]{3})\\n(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ)\\n(test|live)\\n([^\\n]*)$/.exec(decodeURIComponent(escape(text(said))))}catch{}
if(!m)return null;
key=Object.hasOwn(keys,m[1])&&bytes(keys[m[1]]);
if(!key)return;
A=point(key);
if(!A||S>=N)return null;
A=[P-A[0],A[1],1n,P-A[3]];
Q=add(times(G,S),times(A,num(sha([...R,...key,...said]))%N));
z=inv(Q[2]);
return num(R)==(mod(Q[1]*z)|(mod(Q[0]*z)&1n)<<255n)?m:null
}
})();`;
