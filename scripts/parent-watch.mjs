// Preloaded into what run.mjs starts. That has a process group of its own, so it would outlive a launcher that is
// killed: when the channel to the launcher closes, it stops as on SIGTERM.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
