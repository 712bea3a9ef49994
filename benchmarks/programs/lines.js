const rl = require('readline').createInterface({input: process.stdin}); let a = null;
console.log('a?'); rl.on('line', l => { if (a === null) { a = +l; console.log('b?'); }
else { console.log('sum ' + (a + +l)); rl.close(); } });
