import type { RunParameter } from '@sightline/contract/pictures.ts'
import { lengthOfRange } from '@sightline/domain/parameters/previous.ts'
import { markedValue } from '@sightline/domain/parameters/run-parameters.ts'
import type { ChartOptions } from './options.ts'

/**
 * Fills in the parameters of the run that a chart shows: a number becomes a line at its value, a date or range an annotation, and
 * the length of a range the time by which earlier values are shifted. What has no value stays as it is, and is not drawn.
 */
export function withParameters(options: ChartOptions, parameters: readonly RunParameter[]): ChartOptions {
  const isUsed = options.compareUnit === 'range' || options.referenceLines.some(({ kind }) => kind === 'parameter')
  return isUsed ? withShift(withLines(options, parameters), parameters) : options
}

function withLines(options: ChartOptions, parameters: readonly RunParameter[]): ChartOptions {
  const annotations = [...options.annotations]
  const referenceLines = options.referenceLines.flatMap((line) => {
    const parameter = parameters.find(({ name }) => name === line.parameter)
    const value = line.kind === 'parameter' && parameter !== undefined ? markedValue(parameter) : null
    if (value === null || parameter === undefined) return [line]
    const label = line.label.trim() || parameter.title
    if (value.kind === 'number') return [{ ...line, kind: 'value', value: value.number, label }]
    const [x, to] = value.kind === 'date' ? [value.date, ''] : [value.start, value.end]
    annotations.push({ x, to, label, color: line.color ?? null })
    return []
  })
  return { ...options, referenceLines, annotations }
}

function withShift(options: ChartOptions, parameters: readonly RunParameter[]): ChartOptions {
  const parameter = parameters.find(({ name }) => name === options.compareParameter)
  const length = options.compareUnit === 'range' && parameter !== undefined ? lengthOfRange(parameter) : null
  return length === null ? options : { ...options, compareUnit: length.unit, compareCount: length.count }
}
