import { shortFloat32 } from '../../values/float32.ts'
import { type ColumnType, fixedType } from './values.ts'

/** A number as the server writes it; those that JSON does not have are texts. */
function floatJson(value: number): string {
  if (Number.isNaN(value)) return '"nan"'
  if (!Number.isFinite(value)) return value > 0 ? '"inf"' : '"-inf"'
  return Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e')
}

/** Floats that are narrower than those of a vector: 0.1 stays 0.1. */
function narrow(width: 2 | 4, read: (source: DataView, at: number) => number): ColumnType {
  const shortest = (source: DataView, at: number) => shortFloat32(read(source, at))
  return fixedType({
    width,
    vectorWidth: 8,
    convert: (source, from, target, to) => target.setFloat64(to, shortest(source, from), true),
    json: (source, at) => floatJson(shortest(source, at)),
  })
}

const scratch = new DataView(new ArrayBuffer(4))

/** The upper half of a `Float32`. */
function bfloat16(source: DataView, at: number): number {
  scratch.setUint16(0, source.getUint16(at, true))
  return scratch.getFloat32(0)
}

export const floats: Record<string, ColumnType> = {
  Float64: fixedType({ width: 8, vectorWidth: 8, json: (source, at) => floatJson(source.getFloat64(at, true)) }),
  Float32: narrow(4, (source, at) => source.getFloat32(at, true)),
  BFloat16: narrow(2, bfloat16),
}
