// Answers questions in node, for tests and measurements: node answer.mjs WASM [LARGE.npz QUICK.npz] < questions > answers.
// A question is a line of JSON: a task, with the position in base64; or a position and a depth for perft. `team`: so many
// instances think together.
import { readFileSync } from 'node:fs'
import { argv, stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline'
import { Instance, NETWORKS } from '../src/source/page/core/instance.ts'
import { readNpz } from '../src/source/page/core/npz.ts'

const [wasm, ...files] = argv.slice(2)
const module = new WebAssembly.Module(readFileSync(wasm))
const weights = files.map((file) => readNpz(readFileSync(file)))
const members = []

function team(size) {
  while (members.length < size) {
    const member = new Instance(module)
    weights.forEach((arrays, slot) => (members.length && !slot ? null : member.makeNetwork(NETWORKS[slot], arrays)))
    members.push(member)
  }
  return members.slice(0, size)
}

function together(instances, task) {
  let [more] = instances.map((one, at) => one.think(task, at, instances.length))
  while (more) {
    const found = instances.map((one) => one.work())
    instances.forEach((one, at) => found.forEach((bytes, other) => other !== at && one.absorb(bytes)))
    ;[more] = instances.map((one) => one.advance())
  }
  return instances[0].conclude()
}

for await (const line of createInterface({ input: stdin })) {
  const { position, stakes = '', depth, team: size = 1, ask, ...task } = JSON.parse(line)
  const instances = team(size)
  const [first] = instances
  const [bytes, match] = [position, stakes].map((text) => new Uint8Array(Buffer.from(text, 'base64')))
  let answer
  try {
    if (depth !== undefined) {
      first.setPosition(bytes)
      answer = first.perft(depth)
    } else if (ask) {
      first.setPosition(bytes, match)
      const given = first[ask](...task.given)
      answer = given instanceof Int32Array ? [...given] : given?.next ? [...given].at(-1).values : given
    } else {
      const whole = { ...task, position: bytes, stakes: match }
      answer = size > 1 ? together(instances, whole) : first.decide(whole)
    }
  } catch (error) {
    answer = { error: error.message }
    members.length = 0
  }
  stdout.write(`${JSON.stringify(answer)}\n`)
}
