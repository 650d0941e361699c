export function OwnMonth() {
  return null;
}
