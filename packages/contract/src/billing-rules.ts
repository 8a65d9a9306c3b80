// Rules of paying that the checkout and the server share.

export const checkoutCountries = ['BR', 'usa'] as const;
export type CheckoutCountry = (typeof checkoutCountries)[number];

/** Is this a postal code of the country? */
export function isZipCode(text: string, country: string): boolean {
  return (country === 'usa' ? /^\d{5}(-\d{4})?$/ : /^\d{5}-?\d{3}$/).test(text.trim());
}

/** How an invoice stands: unpaid ones are overdue from the day after their due date. */
export function invoiceState(invoice: { status: string; dueDate: string }, today: string): 'paid' | 'overdue' | 'open' {
  if (invoice.status === 'paid') return 'paid';
  return invoice.dueDate < today ? 'overdue' : 'open';
}

/** How long a Pix code is valid. */
export const chargeSeconds = 1800;
