/** A key that goes down, as browsers report it. `graph`: they say that AltGr is held; happy-dom says it of Alt. */
export function keyDown(init: KeyboardEventInit, graph = false): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  event.getModifierState = (name) => name === 'AltGraph' && graph;
  return event;
}
