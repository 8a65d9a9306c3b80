/** A set of sockets, as the product names them: `to` says of which kind, the rest which one of them. */
export type Room = { to: string; [which: string]: string | number };
