// Tests read all words; a page loads the late ones by itself. `// @vitest-environment jsdom` gives a test a page.
import { allWords } from '../src/words'

await allWords()
