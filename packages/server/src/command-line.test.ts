import { describe, expect, it } from 'vitest'
import { commandOf, NODE_RANGE, nodeProblem } from './command-line.ts'

describe('the program of a release', () => {
  it.each([
    [[], { name: 'start' }],
    [['start'], { name: 'start' }],
    [['health'], { name: 'health' }],
    [['--version'], { name: 'version' }],
    [['--help'], { name: 'help' }],
    [['admin', 'promote', 'a@example.com'], { name: 'admin', args: ['promote', 'a@example.com'] }],
    [['fly'], { name: 'unknown', problem: 'There is no command "fly".' }],
    [['start', 'now'], { name: 'unknown', problem: 'There is one argument too many: "now".' }],
  ])('reads the arguments %j (OPEN-272)', (args, command) => {
    expect(commandOf(args)).toEqual(command)
  })

  it.each(['24.9.0', '22.21.1', '20.11.0'])('says in one sentence that Node.js %s is too old (OPEN-272)', (version) => {
    expect(nodeProblem(version)).toBe(`Sightline needs Node.js 24.10 or newer, and this is Node.js ${version}.`)
  })

  it.each(['24.10.0', '24.21.0', '25.0.0'])('accepts Node.js %s (OPEN-272)', (version) => {
    expect(nodeProblem(version)).toBeNull()
    expect(NODE_RANGE).toBe('>=24.10')
  })
})
