import { i18n } from '../language/i18n.ts'
import type { FlowPath } from './paths.ts'

/** Pixels. */
export const NODE_WIDTH = 15
export const NODE_PADDING = 10
/** Maximum number of nodes per stage; more of them would be too thin to see. */
const MAX_NODES = 60

export interface SankeyNode {
  name: string
  /** Whether it stands for those who take no further step. A step may have its name. */
  isExit: boolean
  stage: number
  value: number
  x: number
  y: number
  width: number
  height: number
}
export interface SankeyLink {
  source: SankeyNode
  target: SankeyNode
  value: number
  /** The vertical centre of the link at both ends, and its thickness. */
  sourceY: number
  targetY: number
  thickness: number
}
export interface Sankey {
  nodes: SankeyNode[]
  links: SankeyLink[]
  /** Nodes that were left out because their stage has too many. */
  omitted: number
}

/** Lays out a Sankey diagram of a given size in pixels; the height of a node is in proportion to the number of passes. */
export function sankeyOf(paths: readonly FlowPath[], width: number, height: number): Sankey {
  const { stages, flows, omitted } = collectNodes(paths)
  const most = Math.max(1, ...stages.map((stage) => stage.length))
  // With many nodes in a stage, the gaps shrink first.
  const padding = Math.min(NODE_PADDING, (height * 0.4) / most)
  const scale = Math.min(
    ...stages.map((stage) => (height - padding * (stage.length - 1)) / stage.reduce((sum, { value }) => sum + value, 0)),
  )
  const step = stages.length > 1 ? (width - NODE_WIDTH) / (stages.length - 1) : 0
  for (const [index, stage] of stages.entries()) {
    for (const node of stage) {
      node.x = index * step
      node.height = node.value * scale
    }
    stackNodes(stage, padding, height)
  }
  reduceCrossings(stages, flows, padding, height)
  const nodes = stages.flat()
  return { nodes, links: linksOf(flows, scale), omitted }
}

interface Flow {
  source: SankeyNode
  target: SankeyNode
  value: number
}

function collectNodes(paths: readonly FlowPath[]): { stages: SankeyNode[][]; flows: Flow[]; omitted: number } {
  const nodes = new Map<string, SankeyNode>()
  const flows = new Map<string, Flow>()
  const nodeOf = (stage: number, name: string | null) => {
    const key = JSON.stringify([stage, name])
    const known = nodes.get(key) ?? {
      name: name ?? i18n._('Exit'),
      isExit: name === null,
      stage,
      value: 0,
      x: 0,
      y: 0,
      width: NODE_WIDTH,
      height: 0,
    }
    nodes.set(key, known)
    return known
  }
  for (const { steps, value } of paths) {
    for (let stage = 0; stage + 1 < steps.length; stage++) {
      const [from = null, to = null] = [steps[stage], steps[stage + 1]]
      if (from === null) break
      const key = JSON.stringify([stage, from, to])
      const flow = flows.get(key) ?? { source: nodeOf(stage, from), target: nodeOf(stage + 1, to), value: 0 }
      flows.set(key, flow)
      flow.value += value
    }
  }
  const all = [...flows.values()]
  const through = (end: 'source' | 'target') => {
    const sums = new Map<SankeyNode, number>()
    for (const flow of all) sums.set(flow[end], (sums.get(flow[end]) ?? 0) + flow.value)
    return sums
  }
  const [out, into] = [through('source'), through('target')]
  for (const node of nodes.values()) node.value = Math.max(out.get(node) ?? 0, into.get(node) ?? 0)
  const count = [...nodes.values()].reduce((last, { stage }) => Math.max(last, stage), -1) + 1
  const stages = Array.from({ length: count }, (_, index) =>
    [...nodes.values()].filter(({ stage }) => stage === index).toSorted((a, b) => b.value - a.value),
  )
  const kept = stages.map((stage) => stage.slice(0, MAX_NODES))
  const shown = new Set(kept.flat())
  return {
    stages: kept,
    flows: all.filter(({ source, target }) => shown.has(source) && shown.has(target)),
    omitted: nodes.size - shown.size,
  }
}

/** Stacks the nodes of a stage, centred vertically. */
function stackNodes(stage: readonly SankeyNode[], padding: number, height: number): void {
  const taken = stage.reduce((sum, node) => sum + node.height, 0) + padding * (stage.length - 1)
  let y = (height - taken) / 2
  for (const node of stage) {
    node.y = y
    y += node.height + padding
  }
}

const ROUNDS = 6
const middle = ({ y, height }: SankeyNode) => y + height / 2

/** Sorts nodes by the positions of their neighbours, forwards and backwards, to reduce crossing links. */
function reduceCrossings(stages: SankeyNode[][], flows: readonly Flow[], padding: number, height: number): void {
  const pull = (node: SankeyNode, own: 'source' | 'target', other: 'source' | 'target') => {
    let [weight, sum] = [0, 0]
    for (const flow of flows) {
      if (flow[own] !== node) continue
      weight += flow.value
      sum += flow.value * middle(flow[other])
    }
    return weight === 0 ? middle(node) : sum / weight
  }
  for (let round = 0; round < ROUNDS; round++) {
    const isForward = round % 2 === 0
    for (const stage of isForward ? stages.slice(1) : stages.slice(0, -1).toReversed()) {
      const places = new Map(
        stage.map((node) => [node, isForward ? pull(node, 'target', 'source') : pull(node, 'source', 'target')]),
      )
      stage.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
      stackNodes(stage, padding, height)
    }
  }
}

/** Positions each link at its nodes, in the order of the nodes at the other end. */
function linksOf(flows: readonly Flow[], scale: number): SankeyLink[] {
  const links = flows.map((flow): SankeyLink => ({ ...flow, thickness: flow.value * scale, sourceY: 0, targetY: 0 }))
  const place = (own: 'source' | 'target', other: 'source' | 'target', at: 'sourceY' | 'targetY') => {
    const used = new Map<SankeyNode, number>()
    for (const link of links.toSorted((a, b) => a[other].y - b[other].y)) {
      const before = used.get(link[own]) ?? 0
      link[at] = link[own].y + before + link.thickness / 2
      used.set(link[own], before + link.thickness)
    }
  }
  place('source', 'target', 'sourceY')
  place('target', 'source', 'targetY')
  return links
}
