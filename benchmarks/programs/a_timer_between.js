const rl = require('readline/promises').createInterface({input: process.stdin,
output: process.stdout, terminal: false});
(async () => { const a = +await rl.question('a? '); await new Promise(done => setTimeout(done, 150));
const b = +await rl.question('b? '); console.log('sum', a + b); rl.close(); })();
