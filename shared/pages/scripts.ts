/**
 * Posts the page's one form. It calls the method of the prototype, because a field named `submit` would hide the form's
 * own.
 */
export const SUBMIT_SCRIPT = 'HTMLFormElement.prototype.submit.call(document.forms[0])';

/**
 * Helps on the card form, which also works without it: shows the brand, groups the digits, reports obvious errors
 * before posting, posts once. The server checks everything again. The script has no text of its own: its messages stand
 * hidden in the page. The current month comes from the server, because a payer's clock may be wrong.
 */
export const CARD_FORM_SCRIPT = `(()=>{
const form=document.getElementById('card-form');
if(!form)return;
const field=(name)=>form.elements.namedItem(name);
const number=field('cardNumber'),holder=field('holderName'),month=field('expiryMonth'),year=field('expiryYear'),cvc=field('cvc');
const button=form.querySelector('button'),plain=button.textContent;
const digits=(input)=>input.value.replace(/\\D/g,'');
const brands=[['Visa',/^4/],['Mastercard',/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],['American Express',/^3[47]/],['Troy',/^9792/]];
const brand=()=>(brands.find(([,prefix])=>prefix.test(digits(number)))||[''])[0];
const luhn=(text)=>[...text].reverse().reduce((sum,digit,at)=>{const value=digit*(1+at%2);return sum+(value>9?value-9:value)},0)%10===0;
const expiry=()=>{
const shown=digits(year),whole=shown.length===2?'20'+shown:shown,at=Number(digits(month));
return at>=1&&at<=12&&whole.length===4&&whole+String(at).padStart(2,'0')>=form.dataset.month;
};
const checks=[
[[number],'number-problem',()=>/^\\d{12,19}$/.test(digits(number))&&luhn(digits(number))],
[[holder],'holder-name-problem',()=>holder.value.trim()!==''],
[[month,year],'expiry-problem',expiry],
[[cvc],'cvc-problem',()=>brand()==='American Express'?/^\\d{4}$/.test(digits(cvc)):/^\\d{3,4}$/.test(digits(cvc))]];
const mark=([inputs,problem],wrong)=>{
document.getElementById(problem).hidden=!wrong;
for(const input of inputs){
input.setAttribute('aria-invalid',String(wrong));
if(wrong)input.setAttribute('aria-describedby',problem);else input.removeAttribute('aria-describedby');
}
};
const group=()=>{
const text=digits(number).slice(0,19);
const groups=/^3[47]/.test(text)?[text.slice(0,4),text.slice(4,10),text.slice(10)]:text.match(/\\d{1,4}/g)||[];
number.value=groups.filter(Boolean).join(' ');
};
let sent=false;
const ready=()=>{
const choice=form.querySelector('[data-pay]:checked');
sent=false;
button.removeAttribute('aria-disabled');
button.textContent=choice?choice.dataset.pay:plain;
};
form.noValidate=true;
number.addEventListener('input',()=>{
if(number.selectionStart===number.value.length)group();
document.getElementById('brand').textContent=brand();
});
number.addEventListener('blur',group);
for(const check of checks)for(const input of check[0])input.addEventListener('input',()=>mark(check,false));
form.addEventListener('change',()=>{if(!sent)ready()});
form.addEventListener('submit',(event)=>{
if(sent)return event.preventDefault();
const wrong=checks.filter((check)=>{const bad=!check[2]();mark(check,bad);return bad});
if(wrong.length>0){event.preventDefault();wrong[0][0][0].focus();return}
sent=true;
button.setAttribute('aria-disabled','true');
button.textContent=button.dataset.busy;
setTimeout(ready,20000);
});
addEventListener('pageshow',ready);
})()`;
