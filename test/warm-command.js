// Carries out one command line after another in one process: most of a short command is loading its code.
// `warm-command.ts` starts it.

const { main } = await import(new URL('../packages/cli/dist/main.js', import.meta.url).href);

const OUTPUTS = ['stdout', 'stderr'];
// Each command listens to both.
for (const name of OUTPUTS) process[name].setMaxListeners(0);

process.on('message', async ({ cwd, args }) => {
  process.chdir(cwd);
  const said = { stdout: '', stderr: '' };
  for (const name of OUTPUTS) {
    process[name].write = (text) => {
      said[name] += text;
      return true;
    };
  }
  process.send({ status: await main(args), ...said });
});
