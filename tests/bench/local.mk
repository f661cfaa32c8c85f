# Benchmarks: each program prints one member of the JSON object that `make bench` prints.
BENCHES = tests/bench/bench_particles
EXTRA_PROGRAMS += $(BENCHES)
tests_bench_bench_particles_SOURCES = tests/bench/bench_particles.c
tests_bench_bench_particles_LDADD = lib/libcore.la

bench: $(BENCHES)
	@echo '{'; separator=; for program in $(BENCHES); do \
	    printf '%s' "$$separator"; ./$$program || exit 1; separator=,; done; echo '}'

.PHONY: bench
