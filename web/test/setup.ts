// Tests read all words; a page loads the late ones by itself.
import { allWords } from '../src/words'

await allWords()
