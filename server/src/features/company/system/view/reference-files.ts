/** The reference page's search box. Runs in the browser. */
export const referenceScript = `const box = document.getElementById('search');
const found = document.getElementById('found');
const entries = [...document.querySelectorAll('details')];
function filter() {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const entry of entries) {
    entry.hidden = !words.every((word) => entry.dataset.words.includes(word));
    if (!entry.hidden) shown++;
  }
  for (const group of document.querySelectorAll('[data-group]')) group.hidden = !group.querySelector('details:not([hidden])');
  found.textContent = words.length ? shown + ' found' : '';
}
function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.hidden) {
    box.value = '';
    filter();
  }
  if ('open' in target) target.open = true;
  target.scrollIntoView();
}
box.addEventListener('input', filter);
addEventListener('hashchange', openTarget);
filter();
openTarget();
`;

export const referenceStyle = `:root { color-scheme: light dark; --line: light-dark(#d9dce1, #3a3f47); --quiet: light-dark(#5b6270, #a3abb8); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; background: light-dark(#fff, #16181c); color: light-dark(#1b1e24, #e6e8ec); }
a { color: light-dark(#0b5fb0, #7cb8f5); }
h1 small { font-weight: normal; color: var(--quiet); }
h2 { margin: 2rem 0 .5rem; }
code { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
input { font: inherit; width: min(30rem, 100%); padding: .4rem .6rem; border: 1px solid var(--quiet); border-radius: 6px; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .35rem 0; padding: .4rem .7rem; overflow-x: auto; }
summary { cursor: pointer; }
summary b { display: inline-block; min-width: 4.2rem; font-size: 12px; }
summary span { color: var(--quiet); }
summary i { float: right; font-size: 12px; color: var(--quiet); }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; }
caption { text-align: left; font-weight: 600; padding: .2rem 0; }
th, td { text-align: left; vertical-align: top; font-weight: normal; border-top: 1px solid var(--line); padding: .25rem .8rem .25rem 0; }
:focus-visible { outline: 2px solid light-dark(#0b5fb0, #7cb8f5); outline-offset: 2px; }
`;
