/** A set of sockets, as the product names it: `to` is the kind, the other fields say which one. */
export type Room = { to: string; [which: string]: string | number };
