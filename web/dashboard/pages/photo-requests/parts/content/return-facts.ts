/** Where the customer goes from our page, if anywhere. */
export function returnFacts({
  return_url,
  cancel_url,
}: {
  return_url: string | null;
  cancel_url: string | null;
}): { label: string; value: string }[] {
  return [
    ...(return_url === null ? [] : [{ label: 'After submitting', value: return_url }]),
    ...(cancel_url === null ? [] : [{ label: 'Not now', value: cancel_url }]),
  ];
}
