// What the list does not wait for, in one file.
export { ListChips } from './filters/list-chips.tsx';
export { OrderMenu } from './filters/order-menu.tsx';
export { PartLegend } from './parts/part-legend.tsx';
export { SwipeRows } from './row/swipe-rows.tsx';
