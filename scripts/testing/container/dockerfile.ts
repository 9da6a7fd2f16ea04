/** One instruction of a Dockerfile. */
export interface Instruction {
  /** In capitals, such as `COPY`. */
  name: string
  /** The options before its arguments: `{ from: 'install' }` for `--from=install`. */
  flags: Readonly<Record<string, string>>
  /** The JSON list of the instruction, or else its words. */
  args: readonly string[]
  /** The text after the options, as it is written. */
  text: string
}

/** The instructions from one `FROM` to the next. */
export interface Stage {
  /** Its name; the last stage, which makes the image, has none. */
  name: string | null
  base: string
  instructions: readonly Instruction[]
}

/**
 * Reads a Dockerfile: comments, continued lines, options, JSON lists and stages.
 * @throws Error with a sentence if an instruction stands before the first `FROM`
 */
export function stagesOf(dockerfile: string): Stage[] {
  const stages: (Stage & { instructions: Instruction[] })[] = []
  for (const line of linesOf(dockerfile)) {
    const instruction = instructionOf(line)
    if (instruction.name === 'FROM') {
      const [base = '', , name = null] = instruction.args
      stages.push({ name, base, instructions: [] })
      continue
    }
    const stage = stages.at(-1)
    if (stage === undefined) throw new Error(`${instruction.name} stands before the first FROM.`)
    stage.instructions.push(instruction)
  }
  return stages
}

/** The lines with an instruction each, without comments; a backslash at the end continues a line. */
function linesOf(dockerfile: string): string[] {
  const whole = dockerfile.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '')
  return whole.split('\n').filter((line) => line.trim() !== '')
}

const FLAG = /^--([\w-]+)=(\S+)\s+/

function instructionOf(line: string): Instruction {
  const [, name = '', after = ''] = /^\s*(\w+)\s+(.*)$/.exec(line) ?? []
  const flags: Record<string, string> = {}
  let text = after
  for (let flag = FLAG.exec(text); flag !== null; flag = FLAG.exec(text)) {
    flags[flag[1] ?? ''] = flag[2] ?? ''
    text = text.slice(flag[0].length)
  }
  return { name: name.toUpperCase(), flags, args: argsOf(text), text }
}

/** HEALTHCHECK has its JSON list after the word CMD. */
function argsOf(text: string): string[] {
  const list = text.replace(/^CMD\s+/, '')
  return list.startsWith('[') ? JSON.parse(list) : text.trim().split(/\s+/)
}
