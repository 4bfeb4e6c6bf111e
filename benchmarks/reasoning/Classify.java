import java.io.File;
import java.io.PrintWriter;
import org.semanticweb.elk.owlapi.ElkReasonerFactory;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.reasoner.InferenceType;
import org.semanticweb.owlapi.reasoner.OWLReasoner;

/** Classifies a file with ELK; prints seconds to load and to classify, and writes the direct hierarchy. */
public class Classify {
    public static void main(String[] arguments) throws Exception {
        long start = System.nanoTime();
        OWLOntology ontology =
                OWLManager.createOWLOntologyManager().loadOntologyFromOntologyDocument(new File(arguments[0]));
        long loaded = System.nanoTime();
        OWLReasoner reasoner = new ElkReasonerFactory().createReasoner(ontology);
        reasoner.precomputeInferences(InferenceType.CLASS_HIERARCHY);
        long classified = System.nanoTime();
        System.out.printf("%.2f %.2f%n", (loaded - start) / 1e9, (classified - loaded) / 1e9);
        try (PrintWriter writer = new PrintWriter(arguments[1])) {
            for (OWLClass c : (Iterable<OWLClass>) ontology.classesInSignature()::iterator) {
                if (!reasoner.isSatisfiable(c)) {
                    writer.println(c.getIRI() + "\t⊥");
                    continue;
                }
                for (OWLClass equal : reasoner.getEquivalentClasses(c).getEntitiesMinus(c)) {
                    writer.println(c.getIRI() + "\t≡\t" + equal.getIRI());
                }
                reasoner.getSuperClasses(c, true).entities()
                        .filter(above -> !above.isOWLThing())
                        .forEach(above -> writer.println(c.getIRI() + "\t" + above.getIRI()));
            }
        }
        System.exit(0);
    }
}
