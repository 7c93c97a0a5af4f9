/** What a part of a form needs of it. */
export interface FormOf<T> {
  values: T;
  /** By field, as the server names them. */
  errors: Record<string, string>;
  set<K extends keyof T>(name: K, value: T[K]): void;
}
