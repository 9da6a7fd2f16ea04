const escapes: Record<string, string> = { b: '\b', f: '\f', r: '\r', n: '\n', t: '\t', '0': '\0', a: '\x07', v: '\v' }

/** Decodes the escapes of a tab-separated field or a quoted string. */
export function unescaped(field: string): string {
  if (!field.includes('\\')) return field
  return field.replace(/\\(x[0-9a-fA-F]{2}|[\s\S])/g, (_, code: string) =>
    code.length > 1 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (escapes[code] ?? code),
  )
}
