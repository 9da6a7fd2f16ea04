import { describe, expect, it } from 'vitest'
import { makeFirstAlone } from './first-alone.ts'

function page() {
  const frames: (() => void)[] = []
  const first = makeFirstAlone((next) => frames.push(next))
  const came: string[] = []
  const ask = (name: string) => first.ask((isFirst) => void came.push(isFirst ? `${name} first` : name))
  const show = () => {
    for (const next of frames.splice(0)) next()
  }
  return { ask, came, show }
}

describe('the widgets of a dashboard', () => {
  it('have the first of them drawn alone, and the others together when it has been seen', () => {
    const { ask, came, show } = page()
    for (const name of ['a', 'b', 'c']) ask(name)
    expect(came).toEqual(['a first'])
    show()
    show()
    expect(came).toEqual(['a first'])
    show()
    expect(came).toEqual(['a first', 'b', 'c'])
  })

  it('do not wait for those that are gone', () => {
    const { ask, came, show } = page()
    ask('a')
    const giveUp = ask('b')
    ask('c')
    giveUp()
    for (let frame = 0; frame < 3; frame++) show()
    expect(came).toEqual(['a first', 'c'])
  })

  it('that come later begin anew', () => {
    const { ask, came, show } = page()
    ask('a')
    for (let frame = 0; frame < 3; frame++) show()
    ask('b')
    expect(came).toEqual(['a first', 'b first'])
  })
})
