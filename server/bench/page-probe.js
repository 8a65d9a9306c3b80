// Runs in the measured page, before the app. Times are in ms by the page's own clock, from what the person did (the input's own time stamp)
// until the main thread has drawn what follows from it.
{
  /** Calls back in a task of its own, before those that wait already: they come after what is drawn. */
  const soon = (then) => void scheduler.postTask(then, { priority: 'user-blocking' });
  /** Resolves once the next frame is drawn. */
  const drawn = () => new Promise((done) => requestAnimationFrame(() => soon(() => done(performance.now()))));
  const middle = (scroller) => {
    const { left, top, width, height } = scroller.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };

  window.probe = {
    middleOf: (selector) => middle(document.querySelector(selector)),

    /** From the next click until the last change in the page that `quietMs` without one follow. */
    untilSettled(quietMs) {
      let from = null;
      let last = 0;
      addEventListener('click', ({ timeStamp }) => (from = last = timeStamp), { capture: true, once: true });
      return new Promise((done) => {
        let timer;
        const watch = new MutationObserver(async (changes) => {
          // React writes these anew whenever it looks at a field.
          if (from === null || changes.every(({ attributeName }) => attributeName === 'name' || attributeName === 'type')) return;
          last = Math.max(last, await drawn());
          clearTimeout(timer);
          timer = setTimeout(() => {
            watch.disconnect();
            done(last - from);
          }, quietMs);
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      });
    },

    /** From the next click until something that matches is drawn; `at`: when that was. */
    untilShown(selector) {
      let from = null;
      addEventListener('click', ({ timeStamp }) => (from = timeStamp), { capture: true, once: true });
      return new Promise((done) => {
        const watch = new MutationObserver(async () => {
          if (from === null || !document.querySelector(selector)) return;
          watch.disconnect();
          const at = await drawn();
          done({ ms: at - from, at: performance.timeOrigin + at });
        });
        watch.observe(document, { subtree: true, childList: true });
      });
    },

    /** Notes for each key how long the main thread works: what the key does, and the frame it is drawn in, without the wait between. */
    watchKeys() {
      const times = [];
      let from = 0;
      addEventListener('keydown', () => (from = performance.now()), { capture: true });
      addEventListener('input', () =>
        // After React, which draws what a key changed in a microtask.
        queueMicrotask(() => {
          const handled = performance.now() - from;
          requestAnimationFrame((begun) => {
            const frameFrom = Math.max(begun, performance.now());
            soon(() => times.push(handled + performance.now() - frameFrom));
          });
        }),
      );
      return times;
    },

    /**
     * Looks at a list in each frame until `stop` is called: how many frames there were, in how many of them a part of what is in view had no
     * row, and their lengths. The browser scrolls before the page hears of it: so what was drawn must also be enough for where the next
     * frame finds the list.
     */
    watchRows(selector) {
      const scroller = document.querySelector(selector);
      const list = scroller.querySelector('ul');
      const frames = [];
      let [empty, over, before] = [0, false, null];
      const bare = (covered) => {
        const view = scroller.getBoundingClientRect();
        const all = list.getBoundingClientRect();
        const [top, bottom] = [Math.max(view.top, all.top), Math.min(view.bottom, all.bottom)];
        return covered.from + all.top > top + 1 || covered.to + all.top < bottom - 1;
      };
      const look = (at) => {
        if (over) return;
        const origin = list.getBoundingClientRect().top;
        const [first, last] = [list.firstElementChild, list.lastElementChild];
        const covered = { from: first.getBoundingClientRect().top - origin, to: last.getBoundingClientRect().bottom - origin };
        if (bare(covered) || (before !== null && bare(before.covered))) empty += 1;
        if (before !== null) frames.push(at - before.at);
        before = { at, covered };
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      return {
        stop() {
          over = true;
          return { frames, empty };
        },
      };
    },
  };
}
