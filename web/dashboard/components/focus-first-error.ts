/** Inputs say it themselves; what stands for a group of them carries the attribute. */
const WRONG = '[aria-invalid="true"], [data-field-error]';

/** For the error of a group of choices, where there is no single field to go to. */
export const GROUP_ERROR = { 'data-field-error': true, tabIndex: -1 };

/** Leads to the first wrong field of a form, in the order in which they are read; otherwise to what is said of the whole. */
export function focusFirstError(form: Element, alert: HTMLElement | null): void {
  const target = form.querySelector<HTMLElement>(WRONG) ?? alert;
  if (target === null) return;
  const folded = target.closest('details');
  if (folded !== null) folded.open = true;
  target.scrollIntoView({ block: 'center' });
  target.focus({ preventScroll: true });
}
