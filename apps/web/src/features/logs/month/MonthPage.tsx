export function MonthPage() {
  return null;
}
