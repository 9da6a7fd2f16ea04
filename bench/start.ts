import { MB, median, type Row } from './measure.ts'
import { startProduct } from './product.ts'

const IDLE_SECONDS = 5

/** Measures the start on an existing data directory, and the memory of an idle server. */
export async function benchStart(): Promise<Row[]> {
  const first = await startProduct()
  await first.stop()
  const startups: number[] = []
  const memories: number[] = []
  for (let round = 0; round < 3; round++) {
    const product = await startProduct(first.dataDir)
    startups.push(product.startup)
    await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000))
    memories.push(product.memory())
    await product.stop()
  }
  return [
    { name: 'cold start on an existing data directory', value: median(startups) / 1000, unit: 's', against: null, goal: 3 },
    {
      name: 'resident memory of the idle server, all processes',
      value: median(memories) / MB,
      unit: 'MB',
      against: null,
      goal: 300,
    },
  ]
}
