const cat = require('child_process').spawn('cat', {stdio: ['pipe', 'inherit', 'inherit']});
const rl = require('readline').createInterface({input: process.stdin}); let a = null;
cat.stdin.write('a?\n'); rl.on('line', l => { if (a === null) { a = +l;
cat.stdin.write('b?\n'); } else { cat.stdin.end('sum ' + (a + +l) + '\n'); rl.close(); } });
