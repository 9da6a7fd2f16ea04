const units1000 = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']
const units1024 = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB']

/** The largest unit that leaves at least one: 1536 by 1024 is 1.5 KiB. `bytes` is not negative. */
export function bytesIn(bytes: number, base: 1000 | 1024): { amount: number; unit: string } {
  const units = base === 1000 ? units1000 : units1024
  let amount = bytes
  let step = 0
  for (; amount >= base && step < units.length - 1; step++) amount /= base
  return { amount, unit: units[step] ?? 'B' }
}
