// Ends a switch over all phases, verbs or events. The compiler refuses the call while a case is missing; when the server
// is newer than the page and sends something that it does not know, the page continues with `otherwise`.
export function unknown<T>(_: never, otherwise: T): T {
  return otherwise
}
